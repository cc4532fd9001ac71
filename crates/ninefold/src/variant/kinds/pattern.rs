//! Regular expressions over digits, as an automaton that can be in several places of the expression at once.

/// The largest number of places in an expression, with repetitions written out.
const MOST_PLACES: usize = 20_000;

/// The deepest nesting of groups that is read.
const DEEPEST: usize = 50;

/// A regular expression.
#[derive(Clone, Debug)]
pub(in crate::variant) struct Pattern {
    places: Vec<Place>,
    first: usize,
}

/// A place of the expression, and where it leads.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Reads one of these digits, a bit each, and leads to this place.
    Digit(u16, usize),
    /// Leads to either of two places without reading a digit.
    Either(usize, usize),
    End,
}

/// Digits 0 to 9.
const ALL: u16 = (1 << 10) - 1;

impl Pattern {
    /// Reads an expression.
    pub(in crate::variant) fn read(text: &str) -> Result<Pattern, String> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let node = reader.alternatives(0).and_then(|node| match reader.next() {
            None => Ok(node),
            Some(_) => reader.mistake("the end"),
        })?;
        let mut pattern = Pattern { places: vec![Place::End], first: 0 };
        pattern.first = pattern.add(&node, 0)?;
        Ok(pattern)
    }

    /// Adds places for a node that lead to the place `next`; returns where they begin.
    fn add(&mut self, node: &Node, next: usize) -> Result<usize, String> {
        match node {
            Node::Digit(digits) => self.push(Place::Digit(*digits, next)),
            Node::All(nodes) => nodes.iter().rev().try_fold(next, |next, node| self.add(node, next)),
            Node::Any(nodes) => {
                let mut begins = nodes.iter().map(|node| self.add(node, next)).collect::<Result<Vec<_>, _>>()?;
                let last = begins.pop().unwrap_or(next);
                begins.into_iter().rev().try_fold(last, |other, one| self.push(Place::Either(one, other)))
            }
            Node::Repeat(node, least, most) => {
                let mut begin = next;
                match most {
                    None => {
                        let again = self.push(Place::Either(next, next))?;
                        let body = self.add(node, again)?;
                        self.places[again] = Place::Either(body, next);
                        begin = again;
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            let body = self.add(node, begin)?;
                            begin = self.push(Place::Either(body, next))?;
                        }
                    }
                }
                (0..*least).try_fold(begin, |begin, _| self.add(node, begin))
            }
        }
    }

    fn push(&mut self, place: Place) -> Result<usize, String> {
        if self.places.len() >= MOST_PLACES {
            return Err(format!("a regular expression of more than {MOST_PLACES} places, expected fewer repetitions"));
        }
        self.places.push(place);
        Ok(self.places.len() - 1)
    }

    /// The places before any digit is read, in order: those that read a digit, and the end.
    pub(in crate::variant) fn start(&self) -> Vec<usize> {
        self.reached([self.first])
    }

    /// The places after one more digit; `None` if there is none.
    pub(in crate::variant) fn step(&self, state: &[usize], digit: i64) -> Option<Vec<usize>> {
        let bit = u32::try_from(digit).ok().and_then(|digit| 1_u16.checked_shl(digit)).unwrap_or(0);
        let next = |place: &usize| match self.places[*place] {
            Place::Digit(digits, next) if digits & bit != 0 => Some(next),
            _ => None,
        };
        Some(self.reached(state.iter().filter_map(next))).filter(|state| !state.is_empty())
    }

    /// Whether the expression may end here.
    pub(in crate::variant) fn accepts(&self, state: &[usize]) -> bool {
        state.first() == Some(&0)
    }

    fn reached(&self, places: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut open: Vec<usize> = places.into_iter().collect();
        let mut seen = vec![false; self.places.len()];
        let mut reached = Vec::new();
        while let Some(place) = open.pop() {
            if std::mem::replace(&mut seen[place], true) {
                continue;
            }
            match self.places[place] {
                Place::Either(one, other) => open.extend([one, other]),
                Place::Digit(..) | Place::End => reached.push(place),
            }
        }
        reached.sort_unstable();
        reached
    }
}

/// A part of an expression.
#[derive(Clone, Debug)]
enum Node {
    Digit(u16),
    All(Vec<Node>),
    Any(Vec<Node>),
    Repeat(Box<Node>, usize, Option<usize>),
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn mistake<T>(&self, expected: &str) -> Result<T, String> {
        let rest = String::from_utf8_lossy(&self.text[self.at.min(self.text.len())..]);
        let found = rest.chars().next().map_or("the end".to_owned(), |c| format!("'{}'", c.escape_debug()));
        let text = String::from_utf8_lossy(self.text);
        let place = self.at + 1;
        Err(format!("the regular expression '{}' has {found} at {place}, expected {expected}", text.escape_debug()))
    }

    fn alternatives(&mut self, depth: usize) -> Result<Node, String> {
        if depth > DEEPEST {
            return self.mistake("fewer nested groups");
        }
        let mut nodes = vec![self.sequence(depth)?];
        while self.take(b'|') {
            nodes.push(self.sequence(depth)?);
        }
        Ok(Node::Any(nodes))
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, String> {
        let mut nodes = Vec::new();
        while !matches!(self.next(), None | Some(b'|' | b')')) {
            let node = self.one(depth)?;
            nodes.push(self.repeated(node)?);
        }
        Ok(Node::All(nodes))
    }

    /// Reads a digit, a class or a group.
    fn one(&mut self, depth: usize) -> Result<Node, String> {
        let Some(byte) = self.next() else { return self.mistake("a digit") };
        self.at += 1;
        match byte {
            b'0'..=b'9' => Ok(Node::Digit(1 << (byte - b'0'))),
            b'.' => Ok(Node::Digit(ALL)),
            b'\\' if self.take(b'd') => Ok(Node::Digit(ALL)),
            b'[' => self.class(),
            b'(' => {
                if self.text[self.at..].starts_with(b"?:") {
                    self.at += 2;
                }
                let node = self.alternatives(depth + 1)?;
                if self.take(b')') { Ok(node) } else { self.mistake("')'") }
            }
            _ => {
                self.at -= 1;
                self.mistake("a digit, '.', '[' or '('")
            }
        }
    }

    /// Reads a class after its opening bracket.
    fn class(&mut self) -> Result<Node, String> {
        let is_negated = self.take(b'^');
        let mut digits = 0_u16;
        while !self.take(b']') {
            let from = self.digit()?;
            let to = if self.take(b'-') { self.digit()? } else { from };
            (from..=to).for_each(|digit| digits |= 1 << digit);
        }
        Ok(Node::Digit(if is_negated { ALL & !digits } else { digits }))
    }

    fn digit(&mut self) -> Result<u8, String> {
        match self.next() {
            Some(byte @ b'0'..=b'9') => {
                self.at += 1;
                Ok(byte - b'0')
            }
            _ => self.mistake("a digit or ']'"),
        }
    }

    /// The node with the repetition that follows it, if any.
    fn repeated(&mut self, mut node: Node) -> Result<Node, String> {
        loop {
            let (least, most) = match self.next() {
                Some(b'*') => (0, None),
                Some(b'+') => (1, None),
                Some(b'?') => (0, Some(1)),
                Some(b'{') => {
                    self.at += 1;
                    let least = self.count()?;
                    let most = match self.take(b',') {
                        false => Some(least),
                        true if self.next() == Some(b'}') => None,
                        true => Some(self.count()?),
                    };
                    if self.next() != Some(b'}') {
                        return self.mistake("'}'");
                    }
                    if most.is_some_and(|most| most < least) {
                        return self.mistake("a second count that is not below the first");
                    }
                    (least, most)
                }
                _ => return Ok(node),
            };
            self.at += 1;
            node = Node::Repeat(Box::new(node), least, most);
        }
    }

    fn count(&mut self) -> Result<usize, String> {
        let digits = self.text[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = String::from_utf8_lossy(&self.text[self.at..self.at + digits]).parse();
        match number {
            Ok(number) if number <= 1000 => {
                self.at += digits;
                Ok(number)
            }
            _ => self.mistake("a count up to 1000"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, digits: &str) -> bool {
        let pattern = Pattern::read(pattern).unwrap();
        let digits = digits.bytes().map(|byte| i64::from(byte - b'0'));
        let last = digits.into_iter().try_fold(pattern.start(), |state, digit| pattern.step(&state, digit));
        last.is_some_and(|state| pattern.accepts(&state))
    }

    #[test]
    fn expressions_match_all_digits() {
        assert!(fits("[1-3]*9.*", "1329") && fits("[1-3]*9.*", "95") && !fits("[1-3]*9.*", "149"));
        assert!(!fits("(12|2.3)+", "122431") && fits("(12|2.3)+", "12243"));
        assert!(fits("[^0-2]{2,3}", "35") && !fits("[^0-2]{2,3}", "3") && !fits("[^0-2]{2,3}", "3535"));
        assert!(fits("1{2}", "11") && !fits("1{2}", "1") && fits("1{2,}", "1111"));
        assert!(fits("(?:1?)*2\\d", "1129") && fits("", "") && !fits("", "1") && fits("1|", ""));
        assert!(fits("((1*)*)*3", "113") && !fits("[]", "1"));
    }

    #[test]
    fn mistakes_are_named() {
        let mistake = |text: &str| Pattern::read(text).unwrap_err();
        assert_eq!(mistake("1(2"), "the regular expression '1(2' has the end at 4, expected ')'");
        assert!(mistake("*").contains("'*' at 1, expected a digit"));
        assert!(mistake("[1-").contains("the end at 4"));
        assert!(mistake("1{2,1}").contains("not below the first"));
        assert!(mistake("1)").contains("')' at 2, expected the end"));
        assert!(mistake("é").contains("'é' at 1"));
        assert!(mistake("((1{1000}){1000}){1000}").contains("fewer repetitions"));
        assert!(mistake(&"(".repeat(1000)).contains("fewer nested groups"));
        assert!(mistake("1{99999999999999999999}").contains("a count up to 1000"));
    }
}
