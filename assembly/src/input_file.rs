//! Files that a user names to be read.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The contents of a plain file of at most `most` bytes. Pipes and devices are refused, because
/// reading them might never end.
///
/// # Errors
/// If the file cannot be read, is not plain, or is larger.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("a plain file was expected"));
    }
    let mut bytes = Vec::with_capacity(metadata.len().min(most) as usize);
    // The file may grow meanwhile.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::other(format!("a file of at most {most} bytes was expected")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_files_of_the_right_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let problem = |path: &Path| read(path, 4).unwrap_err().to_string();
        assert_eq!(read(&path, 4).unwrap_err().kind(), io::ErrorKind::NotFound);
        fs::write(&path, "1234").unwrap();
        assert_eq!(read(&path, 4).unwrap(), b"1234");
        fs::write(&path, "12345").unwrap();
        assert_eq!(problem(&path), "a file of at most 4 bytes was expected");
        assert_eq!(problem(folder.path()), "a plain file was expected");
    }
}
