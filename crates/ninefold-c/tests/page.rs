//! Every request of the book's page about C is answered.

use ninefold_protocol::{Host, call};

const PAGE: &str = include_str!("../../../docs/src/c.md");

#[test]
fn requests_of_the_page_are_answered() {
    let (_, requests) = PAGE.split_once("```json\n").expect("the page has requests");
    let (requests, _) = requests.split_once("```").expect("they end");
    assert!(requests.lines().count() > 5);
    for request in requests.lines() {
        let answer = call(request, &mut Host::silent());
        assert!(answer.starts_with("{\"ok\":"), "{request}: {answer}");
    }
}
