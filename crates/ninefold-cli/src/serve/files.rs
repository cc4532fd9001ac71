//! The files of the page, all in memory; nothing else can be requested.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

/// Files by name, with `/` between folders.
pub(super) struct Files(BTreeMap<String, Cow<'static, [u8]>>);

impl Files {
    /// The page built into the program, if there is one.
    pub(super) fn embedded() -> Option<Files> {
        #[cfg(feature = "web")]
        {
            const PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));
            let file = |(name, content): &(&str, &'static [u8])| ((*name).to_owned(), Cow::Borrowed(*content));
            Some(Files(PAGE.iter().map(file).collect()))
        }
        #[cfg(not(feature = "web"))]
        None
    }

    /// The current files of a folder and its subfolders. Links and hidden files are left out.
    pub(super) fn of_folder(folder: &Path) -> io::Result<Files> {
        let mut files = Files(BTreeMap::new());
        files.add(folder, "")?;
        Ok(files)
    }

    fn add(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let path = format!("{prefix}{name}");
            if kind.is_dir() {
                self.add(&entry.path(), &format!("{path}/"))?;
            } else if kind.is_file() {
                self.0.insert(path, Cow::Owned(fs::read(entry.path())?));
            }
        }
        Ok(())
    }

    /// The file with this name and its content; the empty name means the page itself.
    pub(super) fn get(&self, name: &str) -> Option<(&str, &[u8])> {
        let name = if name.is_empty() { "index.html" } else { name };
        self.0.get_key_value(name).map(|(name, content)| (name.as_str(), content.as_ref()))
    }
}

/// The content type of a file, by its name's extension.
pub(super) fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, end)| end) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/vnd.microsoft.icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
