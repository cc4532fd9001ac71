//! `ninefold serve`, queried over real connections.

use crate::common::*;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// A server that is stopped at the end of the test.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(args: &[&str]) -> Server {
        let mut child = ninefold()
            .args(["serve", "--port", "0"])
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim_end().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap().to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        Server { child, address }
    }

    /// Sends these bytes; returns the head and the body of the answer.
    fn tell(&self, request: &[u8]) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|end| end == b"\r\n\r\n").expect("an answer has a head");
        (String::from_utf8(answer[..end].to_vec()).unwrap(), answer[end + 4..].to_vec())
    }

    fn get(&self, path: &str) -> (String, Vec<u8>) {
        self.tell(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn status(head: &str) -> &str {
    head.split(' ').nth(1).unwrap_or_default()
}

fn page() -> Folder {
    let folder = Folder::new();
    fs::create_dir_all(folder.0.join("dist/assets")).unwrap();
    folder.file("secret.txt", "secret");
    folder.file("dist/index.html", "<p>the page</p>");
    folder.file("dist/.hidden", "hidden");
    folder.file("dist/assets/engine-1a.wasm", [0, b'a', b's', b'm']);
    folder
}

#[test]
fn files_come_with_their_types_and_a_strict_policy() {
    let folder = page();
    let server = Server::start(&["--folder", &folder.0.join("dist").display().to_string()]);
    for path in ["/", "/index.html", "/?a=b", "/index%2Ehtml"] {
        let (head, body) = server.get(path);
        assert_eq!((status(&head), &body[..]), ("200", &b"<p>the page</p>"[..]), "{path}");
        for line in [
            "Content-Type: text/html; charset=utf-8",
            "Content-Length: 15",
            "Cache-Control: no-cache",
            "X-Content-Type-Options: nosniff",
            "Cross-Origin-Embedder-Policy: require-corp",
        ] {
            assert!(head.lines().any(|known| known == line), "{line}: {head}");
        }
        let policy = head.lines().find(|line| line.starts_with("Content-Security-Policy: ")).unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    }
    let (head, body) = server.get("/assets/engine-1a.wasm");
    assert_eq!(body, [0, b'a', b's', b'm']);
    assert!(head.contains("\r\nContent-Type: application/wasm\r\n"), "{head}");
    assert!(head.contains("\r\nCache-Control: public, max-age=31536000, immutable\r\n"), "{head}");
    let (head, body) = server.tell(b"HEAD / HTTP/1.1\r\n\r\n");
    assert_eq!((status(&head), body.len()), ("200", 0));
    assert!(head.contains("\r\nContent-Length: 15\r\n"), "{head}");
}

#[test]
fn nothing_but_the_page_can_be_asked_for() {
    let folder = page();
    let server = Server::start(&["--folder", &folder.0.join("dist").display().to_string()]);
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/../../secret.txt",
        "/..\\secret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/.hidden",
        "/assets",
        "/assets/",
        "/index.html%00.txt",
        "/nothing",
    ] {
        let (head, body) = server.get(path);
        assert_eq!((status(&head), &body[..]), ("404", &b"404 Not Found"[..]), "{path}");
    }
    for (request, expected) in [
        ("POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc", "405"),
        ("DELETE /index.html HTTP/1.1\r\n\r\n", "405"),
        ("GET http://elsewhere/ HTTP/1.1\r\n\r\n", "400"),
        ("GET /%zz HTTP/1.1\r\n\r\n", "400"),
        ("hello\r\n\r\n", "400"),
        ("GET / HTTP/3\r\n\r\n", "505"),
        ("\u{16}\u{3}\u{1}", "400"),
    ] {
        assert_eq!(status(&server.tell(request.as_bytes()).0), expected, "{request:?}");
    }
    let (head, _) = server.tell(b"POST / HTTP/1.1\r\n\r\n");
    assert!(head.contains("\r\nAllow: GET, HEAD\r\n"), "{head}");
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    assert_eq!(status(&server.tell(long.as_bytes()).0), "431");
}

#[test]
fn silent_clients_do_not_keep_others_waiting() {
    let folder = page();
    let server = Server::start(&["--folder", &folder.0.join("dist").display().to_string()]);
    let silent: Vec<TcpStream> = (0..8).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    // Closed before any request was sent.
    (0..20).for_each(|_| drop(TcpStream::connect(&server.address).unwrap()));
    for _ in 0..20 {
        assert_eq!(status(&server.get("/").0), "200");
    }
    drop(silent);
}

/// Connections that never finish their request are closed soon, and keep nobody waiting until then.
#[test]
fn half_open_connections_are_closed() {
    let folder = page();
    let server = Server::start(&["--folder", &folder.0.join("dist").display().to_string()]);
    let start = Instant::now();
    let mut silent: Vec<TcpStream> = (0..50).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    silent.iter_mut().for_each(|stream| stream.write_all(b"GET / HT").unwrap());
    assert_eq!(status(&server.get("/").0), "200");
    assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
    // A client that keeps sending a little more.
    let mut slow = TcpStream::connect(&server.address).unwrap();
    while slow.write_all(b"x").is_ok() {
        std::thread::sleep(Duration::from_millis(100));
        assert!(start.elapsed() < Duration::from_secs(20));
    }
    for mut stream in silent {
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        assert_eq!(stream.read(&mut [0]).unwrap_or(0), 0);
    }
}

#[test]
fn lines_may_end_without_a_carriage_return() {
    let folder = page();
    let server = Server::start(&["--folder", &folder.0.join("dist").display().to_string()]);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\nHost: localhost\n\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("<p>the page</p>"), "{answer}");
}

/// A foreign name may resolve to this machine, but requests for it are refused.
#[test]
fn other_hosts_are_refused() {
    let folder = page();
    let server = Server::start(&["--folder", &folder.0.join("dist").display().to_string()]);
    for (host, expected) in
        [("localhost:1", "200"), ("127.0.0.1", "200"), ("evil.example", "421"), ("10.0.0.1:80", "421")]
    {
        let request = format!("GET / HTTP/1.1\r\nAccept: */*\r\nHost: {host}\r\n\r\n");
        assert_eq!(status(&server.tell(request.as_bytes()).0), expected, "{host}");
    }
}

#[test]
fn trouble_is_told() {
    let folder = page();
    let dist = folder.0.join("dist").display().to_string();
    let server = Server::start(&["--folder", &dist]);
    let port = server.address.rsplit(':').next().unwrap();
    let (out, err, code) = run(&["serve", "--port", port, "--folder", &dist]);
    let expected = format!("ninefold: port {port} is taken; choose another with --port, or 0 for any\n");
    assert_eq!((out.as_str(), err, code), ("", expected, 2));
    let (_, err, code) = run(&["serve", "--folder", &folder.0.join("nothing").display().to_string()]);
    assert!(err.contains("nothing") && code == 2, "{err}");
    let (_, err, code) = run(&["serve", "--folder", &folder.0.join("dist/assets").display().to_string()]);
    assert_eq!((err.as_str(), code), ("ninefold: there is no index.html in the page's folder\n", 2));
    if cfg!(not(feature = "web")) {
        let (_, err, code) = run(&["serve", "--port", "0"]);
        assert!(err.contains("built without the page") && code == 2, "{err}");
    }
}

#[cfg(feature = "web")]
#[test]
fn the_page_in_the_program_is_whole() {
    let server = Server::start(&[]);
    let (head, body) = server.get("/");
    assert_eq!(status(&head), "200");
    let html = String::from_utf8(body).unwrap();
    let linked: Vec<&str> = html.split("=\"./").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(
        linked.iter().any(|name| name.ends_with(".js")) && linked.iter().any(|name| name.ends_with(".css")),
        "{html}"
    );
    for name in linked.into_iter().chain(["service-worker.js"]) {
        assert_eq!(status(&server.get(&format!("/{name}")).0), "200", "{name}");
    }
}
