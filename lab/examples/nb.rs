//! x
fn main() {
    let net = std::sync::Arc::new(
        network::Network::read(std::env::args().nth(1).unwrap().as_ref()).unwrap(),
    );
    lab::network_bench::write(&net, false, &mut std::io::stdout()).unwrap();
}
