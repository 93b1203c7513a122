//! The network inside the program. `docs/network-training.md` says how it was trained.

use std::sync::{Arc, LazyLock};

use crate::files;
use crate::network::Network;

/// Its file, in this project's format.
pub static FILE: &[u8] = include_bytes!("../weights/built-in.safetensors");

static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let model = files::read_bytes(FILE).expect("a test has read it");
    Arc::new(Network::of_any(&model).expect("a test has packed it"))
});

/// The network, which is unpacked when it is first asked for.
pub fn network() -> &'static Arc<Network> {
    &NETWORK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_a_network_in_integers() {
        assert!(network().is_integer());
    }
}
