//! How the server starts and ends: where it listens, what it prints, and when it stops by itself.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use server_tests::{Folder, Method, Program};

use crate::{Served, binary, parent};

async fn answers(served: &Served) -> bool {
    let mut client = served.client("neighbour");
    client.send(Method::GET, "/healthz", &[], None).await.unwrap().status == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_for_the_local_network_says_where_others_find_it() {
    let served = Served::new(&["--lan"]);
    assert!(served.address().current().await.ip().is_loopback(), "the first address is that of this machine");
    assert!(answers(&served).await);
    // What follows depends on the network of this machine.
    let output = served.program.wait_for_output(" network");
    assert!(!output.contains(['\x1b', '█']), "only terminals show QR codes: {output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn others_in_the_local_network_use_the_public_url() {
    let served = Served::new(&["--lan", "--public-url", "http://floors.example.org"]);
    assert!(answers(&served).await);
    let _ = served.program.wait_for_output("Everyone in this network can open it at http://floors.example.org/\n");
}

#[test]
fn a_file_cannot_ask_for_the_local_network_and_one_address() {
    let folder = Folder::new(parent());
    let file = folder.path().join("serve.toml");
    fs::write(&file, "lan = true\nhost = \"127.0.0.1\"\n").unwrap();
    let output = Program::run(&binary(), folder.path(), &["--port", "0", "--config", file.to_str().unwrap()]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("lan and host cannot be used together"), "{errors}");
}

#[test]
fn a_server_ends_with_the_test_that_started_it() {
    let folder = Folder::new(parent());
    let mut command = Command::new(binary());
    command.args(["serve", "--port", "0", "--until-input-ends", "--data"]).arg(folder.path());
    let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("http://")));
    drop(server.stdin.take());
    assert!(server.wait().unwrap().success());
}
