//! Shell completions and manual pages, made from the command line's own definition.

use crate::Outcome;
use crate::args::{Cli, Completions, Man};
use crate::batch::Sink;
use anyhow::Context;
use clap::CommandFactory;

pub(crate) fn completions(args: &Completions) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ninefold", &mut script);
    Sink::stdout().write(&script);
    Ok(Outcome::Success)
}

pub(crate) fn man(args: &Man) -> anyhow::Result<Outcome> {
    let mut program = Cli::command();
    program.build();
    if let Some(folder) = &args.folder {
        clap_mangen::generate_to(program, folder).with_context(|| folder.display().to_string())?;
        return Ok(Outcome::Success);
    }
    let page = match &args.command {
        None => program,
        Some(name) => program.find_subcommand(name).with_context(|| format!("no command is called '{name}'"))?.clone(),
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    Sink::stdout().write(&text);
    Ok(Outcome::Success)
}
