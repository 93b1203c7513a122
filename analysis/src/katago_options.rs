//! Reads the settings of KataGo's configuration file and of its option `-override-config`.
//!
//! Both hold settings as `name = value`. Most of them concern networks, graphics cards and KataGo's
//! own search and have no meaning here.

use std::fs::File;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::Path;

use crate::settings::{Outcome, Settings};

/// The maximum size of a configuration file that is read, in bytes.
const LARGEST_FILE: u64 = 1 << 20;

/// The values of those KataGo settings that have a meaning here.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KataGoOptions {
    /// The settings for queries that do not make their own.
    pub(crate) settings: Settings,
    /// The number of positions at a time.
    pub(crate) positions: Option<NonZeroUsize>,
    /// The number of threads for each position.
    pub(crate) threads: Option<NonZeroUsize>,
}

impl KataGoOptions {
    /// Takes over the settings of a configuration file. Its numbers of threads are ignored, because
    /// they are meant for a graphics card. Returns the names of the settings that were taken over.
    ///
    /// # Errors
    /// If the file cannot be read, or a value is not valid.
    pub(crate) fn read_file(&mut self, path: &Path) -> Result<Vec<String>, String> {
        let failed = |problem: String| format!("{}: {problem}", path.display());
        let mut text = Vec::new();
        let file = File::open(path).map_err(|error| failed(error.to_string()))?;
        let read = file.take(LARGEST_FILE + 1).read_to_end(&mut text);
        if read.map_err(|error| failed(error.to_string()))? as u64 > LARGEST_FILE {
            return Err(failed("too large for a configuration file".to_owned()));
        }
        let text = String::from_utf8_lossy(&text);
        let mut used = Vec::new();
        let mut settings = self.settings.clone();
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
        for (name, value) in lines.filter_map(setting) {
            if settings.set(name, value).map_err(failed)? == Outcome::Known {
                used.push(name.to_owned());
            }
        }
        self.settings = settings;
        Ok(used)
    }

    /// Takes over settings in the form `name=value,name=value`. Returns the names of those that
    /// have no meaning here.
    ///
    /// # Errors
    /// If a value is not valid.
    pub(crate) fn override_with(&mut self, text: &str) -> Result<Vec<String>, String> {
        let mut unknown = Vec::new();
        for (name, value) in text.split(',').filter_map(setting) {
            let count = || {
                let expected = || format!("{name}: expected a whole number from 1, got '{value}'");
                value.parse().map(Some).map_err(|_| expected())
            };
            match name {
                "numAnalysisThreads" => self.positions = count()?,
                "numSearchThreadsPerAnalysisThread" | "numSearchThreads" => {
                    self.threads = count()?;
                }
                _ if self.settings.set(name, value)? != Outcome::Known => {
                    unknown.push(name.to_owned());
                }
                _ => {}
            }
        }
        Ok(unknown)
    }
}

/// The name and the value of a setting, or `None` if the text does not contain one.
fn setting(text: &str) -> Option<(&str, &str)> {
    let (name, value) = text.split_once('=')?;
    Some((name.trim(), value.trim().trim_matches('"')))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::settings::Perspective;
    use engine::vocabulary::Color;

    #[test]
    fn a_configuration_file_gives_defaults_for_queries() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("analysis.cfg");
        let text = "# maxTime = 1\nlogDir = x\nreportAnalysisWinratesAs = BLACK # or WHITE\n\
                    maxVisits = 500\nanalysisPVLen = 7\n\
                    numAnalysisThreads = 99\nwideRootNoise = 0\nhumanSLProfile =\n";
        std::fs::write(&path, text).unwrap();
        let mut options = KataGoOptions::default();
        assert_eq!(
            options.read_file(&path).unwrap(),
            ["reportAnalysisWinratesAs", "maxVisits", "analysisPVLen", "humanSLProfile"]
        );
        assert_eq!(options.settings.perspective, Perspective::Of(Color::Black));
        assert_eq!((options.settings.visits, options.settings.time), (Some(500), None));
        assert_eq!((options.settings.variation_length, options.positions), (7, None));
        assert_eq!(options.settings.profile, None);
        std::fs::write(&path, "maxTime = many").unwrap();
        assert!(options.read_file(&path).unwrap_err().ends_with("got 'many'"));
        assert!(options.read_file(&folder.path().join("none")).is_err());
    }

    #[test]
    fn overriding_settings_name_what_has_no_meaning() {
        let mut options = KataGoOptions::default();
        let text =
            "homeDataDir=/a, numSearchThreadsPerAnalysisThread=3,maxTime=2,x,wideRootNoise=1";
        assert_eq!(options.override_with(text).unwrap(), ["homeDataDir", "wideRootNoise"]);
        assert_eq!(options.threads, NonZeroUsize::new(3));
        assert_eq!(options.settings.time, Some(Duration::from_secs(2)));
        assert!(options.override_with("numAnalysisThreads=0").unwrap_err().contains("from 1"));
    }
}
