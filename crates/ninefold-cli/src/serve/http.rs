//! As much of HTTP/1.1 as a page of files needs: GET and HEAD, one request per connection.

use super::files::{Files, content_type};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// The most bytes of a request line and its header lines.
const LONGEST_HEAD: usize = 16 * 1024;
/// How long a client may take for its request, so that silent connections do not keep others out.
const READ_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a client may take to receive a part of the answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// What the page may do: load its own files, and nothing else. The page contains the same policy for hosts that do not send
/// one; only `frame-ancestors` must be sent.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; \
    font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    require-trusted-types-for 'script'; trusted-types ninefold; frame-ancestors 'none'";

/// Reads a request and answers it.
pub(super) fn answer(mut stream: TcpStream, files: &Files) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
    let Some(head) = read_head(&mut Timed::new(&stream))? else { return Ok(()) };
    let response = Response::to(&head, files);
    response.write(&mut stream)?;
    // Closing while some of the request is unread would reset the connection before the answer is read.
    stream.shutdown(Shutdown::Write)?;
    io::copy(&mut Timed::new(&stream).take(1 << 20), &mut io::sink())?;
    Ok(())
}

/// A client that is read only until a deadline.
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Timed<'_> {
    fn new(stream: &TcpStream) -> Timed<'_> {
        Timed { stream, end: Instant::now() + READ_TIMEOUT }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        // A timeout of zero would be an error.
        self.stream.set_read_timeout(Some(self.end.saturating_duration_since(Instant::now())))?;
        self.stream.read(part)
    }
}

/// Reads the request line and the header lines, at most one part more than is allowed. `None` if the client closes the
/// connection without a request.
fn read_head(client: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    let mut part = [0; 2048];
    let is_whole =
        |head: &[u8]| head.windows(2).any(|end| end == b"\n\n") || head.windows(3).any(|end| end == b"\n\r\n");
    while head.len() <= LONGEST_HEAD && !is_whole(&head) {
        match client.read(&mut part)? {
            0 if head.is_empty() => return Ok(None),
            0 => break,
            count => head.extend_from_slice(&part[..count]),
        }
    }
    Ok(Some(head))
}

/// An answer.
struct Response<'a> {
    status: &'static str,
    content_type: &'static str,
    cache: &'static str,
    content: &'a [u8],
    has_body: bool,
}

impl<'a> Response<'a> {
    fn to(head: &[u8], files: &'a Files) -> Response<'a> {
        let (method, name) = match request(head) {
            Ok(request) => request,
            Err(status) => return Response::refusal(status, true),
        };
        let has_body = method != "HEAD";
        let Some((name, content)) = files.get(&name) else { return Response::refusal("404 Not Found", has_body) };
        // Names in `assets` contain a hash of the file's content.
        let cache = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        Response { status: "200 OK", content_type: content_type(name), cache, content, has_body }
    }

    fn refusal(status: &'static str, has_body: bool) -> Response<'a> {
        let content = status.as_bytes();
        Response { status, content_type: content_type("a.txt"), cache: "no-store", content, has_body }
    }

    fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        let Response { status, content_type, cache, content, has_body } = self;
        let length = content.len();
        let allow = if status.starts_with("405") { "Allow: GET, HEAD\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\nCache-Control: {cache}\r\n\
             {allow}Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Embedder-Policy: require-corp\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Connection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        if *has_body {
            stream.write_all(content)?;
        }
        stream.flush()
    }
}

/// The method and the file name of a request.
///
/// # Errors
/// The status of the answer, if the request cannot be served.
fn request(head: &[u8]) -> Result<(&str, String), &'static str> {
    const BAD: &str = "400 Bad Request";
    if head.len() > LONGEST_HEAD {
        return Err("431 Request Header Fields Too Large");
    }
    let (line, headers) = head.split_at(head.iter().position(|byte| *byte == b'\n').ok_or(BAD)?);
    let line = std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).map_err(|_| BAD)?;
    let mut words = line.split(' ');
    let (Some(method), Some(target), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(BAD);
    };
    if !version.starts_with("HTTP/1.") {
        return Err("505 HTTP Version Not Supported");
    }
    if !matches!(method, "GET" | "HEAD") {
        return Err("405 Method Not Allowed");
    }
    if !headers.split(|byte| *byte == b'\n').all(is_for_us) {
        return Err("421 Misdirected Request");
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let name = path.strip_prefix('/').and_then(decoded).ok_or(BAD)?;
    Ok((method, name))
}

/// Whether a header line is not `Host`, or names this machine. A foreign name that resolves to this machine (DNS rebinding)
/// would let the owner of that name read what is served.
fn is_for_us(line: &[u8]) -> bool {
    let Some((name, host)) = std::str::from_utf8(line).ok().and_then(|line| line.split_once(':')) else { return true };
    let host = host.trim().to_ascii_lowercase();
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|c| c.is_ascii_digit()))
        .map_or(&*host, |(host, _)| host);
    !name.trim().eq_ignore_ascii_case("host") || matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

/// Decodes `%41` and the like in a path; `None` if the result is not text.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'%' {
            let (digits, after) = after.split_at_checked(2)?;
            let hex = std::str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_hexdigit))?;
            bytes.push(u8::from_str_radix(hex, 16).ok()?);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_taken_apart() {
        let asked = |head: &str| request(head.as_bytes()).map(|(method, name)| format!("{method} {name}"));
        assert_eq!(asked("GET / HTTP/1.1\r\n\r\n"), Ok("GET ".to_owned()));
        assert_eq!(asked("HEAD /a/b%2Ejs?c=/d HTTP/1.0\r\nHost: localhost\r\n\r\n"), Ok("HEAD a/b.js".to_owned()));
        assert_eq!(asked("GET /x HTTP/1.1\nhost: [::1]:80\n\n"), Ok("GET x".to_owned()));
        for host in ["evil.example", "evil.example:80", "localhost.evil.example", "", "[::2]:80", "\u{fc}"] {
            assert_eq!(asked(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n")), Err("421 Misdirected Request"));
        }
        for bad in [
            "",
            "\r\n",
            "GET\r\n",
            "GET /\r\n",
            "GET  / HTTP/1.1\r\n",
            "GET x HTTP/1.1\r\n",
            "GET /%2 HTTP/1.1\r\n",
            "GET /%+f HTTP/1.1\r\n",
            "GET /%ff HTTP/1.1\r\n",
            "GET / HTTP/1.1",
        ] {
            assert_eq!(asked(bad), Err("400 Bad Request"), "{bad:?}");
        }
        assert_eq!(asked("PUT / HTTP/1.1\r\n"), Err("405 Method Not Allowed"));
        assert_eq!(asked("GET / HTTP/2\r\n"), Err("505 HTTP Version Not Supported"));
        assert_eq!(
            asked(&format!("GET /{} HTTP/1.1\r\n", "x".repeat(20_000))).unwrap_err().split(' ').next(),
            Some("431")
        );
    }
}
