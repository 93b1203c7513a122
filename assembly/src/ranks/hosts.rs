//! The hosts that a command for MPI names, and the same command for those of them that answer.
//!
//! A job of MPI does not start if one of its hosts is down. So after a start that failed, each host
//! that `mpirun` is to use is asked by `ssh`, as `mpirun` does, and those that are silent are left out.

use std::fs;
use std::io::{self, Write};
use std::net::{IpAddr, UdpSocket};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

/// The names of the program that starts jobs of Open MPI.
const STARTERS: [&str; 4] = ["mpirun", "mpiexec", "orterun", "prterun"];
/// The names of the programs that it may start here. What follows them are their own options.
const STARTED: [&str; 2] = ["mengxi-cluster", "mengxi"];
/// Options whose value is a file with a host a line.
const HOST_FILES: [&str; 6] = [
    "--hostfile",
    "-hostfile",
    "--machinefile",
    "-machinefile",
    "--default-hostfile",
    "-default-hostfile",
];
/// Options whose value is a list of hosts.
const HOST_LISTS: [&str; 3] = ["--host", "-host", "-H"];
/// Options whose value is the number of ranks.
const COUNTS: [&str; 5] = ["-n", "-np", "--n", "--np", "-c"];
/// The time in which a host must answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// A host with the number of ranks that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Host {
    name: String,
    slots: usize,
    /// As it is written in a host file.
    line: String,
}

impl Host {
    /// The host of a line of a host file, if the line names one.
    fn of_line(line: &str) -> Option<Self> {
        let line = line.split('#').next()?.trim();
        let mut words = line.split_whitespace();
        let name = words.next()?.to_owned();
        let slots = words.find_map(|word| word.strip_prefix("slots=")?.parse().ok());
        Some(Self { name, slots: slots.unwrap_or(1), line: line.to_owned() })
    }

    /// The host of an entry of a list, such as `server:4`.
    fn of_entry(entry: &str) -> Option<Self> {
        let (name, slots) = entry.trim().split_once(':').unwrap_or((entry.trim(), "1"));
        let slots = slots.parse().unwrap_or(1);
        let line = format!("{name} slots={slots}");
        (!name.is_empty()).then(|| Self { name: name.to_owned(), slots, line })
    }
}

/// The name of a program without its folder.
fn program(word: &str) -> &str {
    Path::new(word).file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// The part of a command in which options of `mpirun` are looked for: the words before a program in
/// [`STARTED`], or all words if there is none. It is empty if the command does not begin with
/// `mpirun`, because options of other programs may look the same and mean something else.
fn options(words: &[String]) -> &[String] {
    let is_job = words.first().is_some_and(|word| STARTERS.contains(&program(word)));
    let end = words.iter().position(|word| STARTED.contains(&program(word)));
    if is_job { words.get(..end.unwrap_or(words.len())).unwrap_or_default() } else { &[] }
}

/// The hosts that a command names: the place of their option, and the hosts.
fn named(words: &[String]) -> Option<(usize, Vec<Host>)> {
    let words = options(words);
    let place = words.iter().position(|word| {
        HOST_FILES.contains(&word.as_str()) || HOST_LISTS.contains(&word.as_str())
    })?;
    let value = words.get(place + 1)?;
    let is_list = words.get(place).is_some_and(|word| HOST_LISTS.contains(&word.as_str()));
    let hosts: Vec<_> = if is_list {
        value.split(',').filter_map(Host::of_entry).collect()
    } else {
        fs::read_to_string(value).ok()?.lines().filter_map(Host::of_line).collect()
    };
    (!hosts.is_empty()).then_some((place, hosts))
}

/// A command, and the host file that it names, which exists as long as this does.
#[derive(Debug)]
pub(super) struct Revised {
    pub(super) words: Vec<String>,
    _hosts: Option<NamedTempFile>,
}

impl Revised {
    /// The command as it is.
    pub(super) fn unchanged(words: &[String]) -> Self {
        Self { words: words.to_vec(), _hosts: None }
    }
}

/// The same command, without the hosts that do not answer. If none does, or the command names no
/// hosts, it stays as it is. Hosts are not waited for once `is_ending` says that the helpers are to
/// end.
pub(super) fn without_silent(words: &[String], is_ending: &dyn Fn() -> bool) -> Revised {
    revised(words, |names| answer(names, is_ending))
}

fn revised(words: &[String], ask: impl Fn(&[&str]) -> Vec<bool>) -> Revised {
    let as_it_is = || Revised::unchanged(words);
    let Some((place, hosts)) = named(words) else { return as_it_is() };
    let names: Vec<_> = hosts.iter().map(|host| host.name.as_str()).collect();
    let answers = ask(&names);
    let there: Vec<_> = hosts.iter().zip(answers).filter(|(_, is_there)| *is_there).collect();
    if there.is_empty() || there.len() == hosts.len() {
        return as_it_is();
    }
    let lines: String = there.iter().map(|(host, _)| format!("{}\n", host.line)).collect();
    let written = NamedTempFile::new().and_then(|mut file| {
        file.write_all(lines.as_bytes())?;
        Ok(file)
    });
    let Ok(file) = written else { return as_it_is() };
    let slots: usize = there.iter().map(|(host, _)| host.slots).sum();
    let all: usize = hosts.iter().map(|host| host.slots).sum();
    let mut new = words.to_vec();
    if let Some([option, value]) = new.get_mut(place..place + 2) {
        *option = "--hostfile".to_owned();
        *value = file.path().display().to_string();
    }
    let count = options(&new).iter().position(|word| COUNTS.contains(&word.as_str()));
    let count = count.and_then(|place| new.get_mut(place + 1));
    if let Some(count) = count
        && let Ok(ranks) = count.parse::<usize>()
    {
        *count = (ranks * slots / all.max(1)).max(1).to_string();
    }
    Revised { words: new, _hosts: Some(file) }
}

/// Whether this is the name or an address of the machine that asks.
fn is_here(name: &str) -> bool {
    if let Ok(address) = name.parse::<IpAddr>() {
        // Nobody can listen at an address of another machine.
        return address.is_loopback() || UdpSocket::bind((address, 0)).is_ok();
    }
    #[cfg(unix)]
    if rustix::system::uname().nodename().to_str().is_ok_and(|own| short(own) == short(name)) {
        return true;
    }
    name == "localhost"
}

/// The name of a machine without its domain.
#[cfg(unix)]
fn short(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// Asks all hosts at once. Returns for each whether it answers.
fn answer(names: &[&str], is_ending: &dyn Fn() -> bool) -> Vec<bool> {
    let ask = |name: &str| {
        let mut ssh = Command::new("ssh");
        ssh.args(["-o", "BatchMode=yes", "-o", "ConnectTimeout=2", name, "true"]);
        ssh.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        ssh.spawn()
    };
    heard(names.iter().map(|&name| (!is_here(name)).then(|| ask(name))).collect(), is_ending)
}

/// Waits for the answers of hosts, where `None` stands for this machine. Nobody is left behind who
/// has not answered by then.
fn heard(asked: Vec<Option<io::Result<Child>>>, is_ending: &dyn Fn() -> bool) -> Vec<bool> {
    let end = Instant::now() + PATIENCE;
    let answers = asked.into_iter().map(|ssh| {
        let Some(ssh) = ssh else { return true };
        let Ok(mut ssh) = ssh else { return false };
        loop {
            match ssh.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) if Instant::now() < end && !is_ending() => {
                    thread::sleep(Duration::from_millis(50));
                }
                _ => {
                    ssh.kill().ok();
                    ssh.wait().ok();
                    return false;
                }
            }
        }
    });
    answers.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::CommandWords;

    fn words(line: &str) -> Vec<String> {
        line.parse::<CommandWords>().unwrap().0
    }

    /// The command without hosts whose names begin with `down`.
    fn revise(line: &str) -> Revised {
        let ask = |names: &[&str]| names.iter().map(|name| !name.starts_with("down")).collect();
        revised(&words(line), ask)
    }

    #[test]
    fn hosts_that_do_not_answer_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("hosts");
        fs::write(&file, "# ours\nup1 slots=2\ndown2 slots=2 # often\n\nup3\n").unwrap();
        let line = format!("mpirun -n 5 --hostfile {} mengxi-cluster", file.display());
        let Revised { words: new, _hosts } = revise(&line);
        assert_eq!((new[2].as_str(), new[3].as_str()), ("3", "--hostfile"));
        assert_eq!(fs::read_to_string(&new[4]).unwrap(), "up1 slots=2\nup3\n");
        assert_eq!(new[5], "mengxi-cluster");
        let Revised { words: new, _hosts } = revise("mpirun -H up,down:3 -n 4 x");
        assert_eq!(fs::read_to_string(&new[2]).unwrap(), "up slots=1\n");
        assert_eq!((new[1].as_str(), new[4].as_str()), ("--hostfile", "1"));
    }

    #[test]
    fn a_command_stays_as_it_is_where_nothing_can_be_left_out() {
        for line in
            ["mpirun -n 4 x", "mpirun --host up,up2 x", "mpirun --hostfile /missing x", "mpirun -H"]
        {
            assert_eq!(revise(line).words, words(line));
        }
        // Other programs' options, and options of other programs.
        for line in [
            "ssh server mpirun -H up,down x",
            "srun -H up,down x",
            "mpirun bin/mengxi-cluster -H up,down",
        ] {
            assert_eq!(revise(line).words, words(line));
        }
        let new = revise("/usr/bin/mpirun -H up,down mengxi-cluster -n 4").words;
        assert_eq!(new.last().unwrap(), "4");
        assert_eq!(revise("mpirun -H down1,down2 x").words[2], "down1,down2", "none answers");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_is_waited_for_at_the_end() {
        let since = Instant::now();
        let slow = Command::new("sleep").arg("60").spawn().unwrap();
        let id = rustix::process::Pid::from_child(&slow);
        assert_eq!(heard(vec![None, Some(Ok(slow))], &|| true), [true, false]);
        assert!(since.elapsed() < PATIENCE / 2);
        assert!(rustix::process::test_kill_process(id).is_err(), "it is gone");
    }

    #[test]
    fn this_machine_needs_no_question() {
        assert_eq!(answer(&["localhost", "127.0.0.1", "127.0.1.1"], &|| false), [true; 3]);
        // An address that is set aside for examples.
        assert!(!is_here("192.0.2.1") && !is_here("elsewhere.example"));
        #[cfg(unix)]
        {
            let name = rustix::system::uname().nodename().to_str().unwrap().to_owned();
            assert!(is_here(&name) && is_here(&format!("{}.lan", short(&name))));
        }
    }
}
