//! Shell completions and manual pages, made from the definition of the command line.

use crate::Outcome;
use crate::args::Cli;
use crate::batch::Sink;
use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::roff::{Roff, roman};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// The command [default: ninefold itself]
    command: Option<String>,

    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    folder: Option<PathBuf>,
}

pub(crate) fn completions(args: &Completions) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::program(), "ninefold", &mut script);
    Sink::stdout().write(&script);
    Ok(Outcome::Success)
}

pub(crate) fn man(args: &Man) -> anyhow::Result<Outcome> {
    let mut program = Cli::program();
    program.build();
    let pages: Vec<&Command> = std::iter::once(&program).chain(program.get_subcommands()).collect();
    if let Some(folder) = &args.folder {
        for command in pages {
            write_page(&program, command, folder).with_context(|| folder.display().to_string())?;
        }
        return Ok(Outcome::Success);
    }
    let command = match &args.command {
        None => &program,
        Some(name) => program.find_subcommand(name).with_context(|| format!("no command is called '{name}'"))?,
    };
    Sink::stdout().write(&page(&program, command)?);
    Ok(Outcome::Success)
}

fn write_page(program: &Command, command: &Command, folder: &Path) -> io::Result<()> {
    std::fs::write(folder.join(format!("{}.1", page_name(command))), page(program, command)?)
}

fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// The manual page of a command, with the exit status, which all commands share.
fn page(program: &Command, command: &Command) -> io::Result<Vec<u8>> {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim().to_owned();
    let version = program.get_version().unwrap_or_default();
    let shown = command.clone().override_usage(usage).subcommand_help_heading("COMMANDS");
    let man = clap_mangen::Man::new(shown);
    // Pages have no date; the empty argument must be quoted.
    let title = page_name(command);
    let mut text = format!(".TH {title} 1 \"\" \"ninefold {version}\" \"Ninefold Manual\"\n").into_bytes();
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    let after = |command: &Command| command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (own, shared) = (after(command), after(program));
    let mut roff = Roff::default();
    section(&mut roff, &shared);
    if own != shared {
        own.split("\n\n").for_each(|paragraph| section(&mut roff, paragraph));
    }
    roff.to_writer(&mut text)?;
    Ok(text)
}

/// Writes a paragraph of the help as a section, with the text before its first colon as the heading. Indented lines are
/// commands and stay unchanged.
fn section(roff: &mut Roff, paragraph: &str) {
    let (heading, body) = paragraph.split_once(':').unwrap_or(("NOTES", paragraph));
    roff.control("SH", [heading.to_uppercase().as_str()]);
    let is_list = body.starts_with('\n');
    if is_list {
        roff.control("nf", []);
    }
    body.lines().map(str::trim).filter(|line| !line.is_empty()).for_each(|line| _ = roff.text([roman(line)]));
    if is_list {
        roff.control("fi", []);
    }
}
