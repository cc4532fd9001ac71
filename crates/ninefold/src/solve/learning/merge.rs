//! Merging variables that always differ or always agree.

use super::super::lists::Lists;
use super::super::literal::Literal;

/// Which variables are equivalent, as far as the groups show it.
///
/// In a group of two members each is the negation of the other, so one variable is enough for both. Other groups with these
/// members may then become smaller, and so on until nothing changes:
///
/// ```text
///   { a, b }            b is not a
///   { a, a, b, c }      a is false, for only one is true
///   { a, not a, b }     b is false
///   { a }               a is true
/// ```
#[derive(Debug)]
pub(super) struct Merging {
    /// Per variable: a literal that equals it, whose variable is closer to the one that stays. The last variable is true.
    equals: Vec<Literal>,
    /// How many merges there were.
    count: usize,
    is_contradiction: bool,
}

impl Merging {
    /// Merges all variables that are found to be equal, in the groups too. Groups that no longer restrict anything disappear; a
    /// group without members marks a contradiction.
    pub(super) fn new(variables: usize, groups: &mut Lists) -> Merging {
        let equals = (0..=variables).map(Literal::new).collect();
        let mut merging = Merging { equals, count: 0, is_contradiction: false };
        let mut members = Vec::new();
        loop {
            let before = merging.count;
            groups.shorten(|group| {
                members.clear();
                members.extend(group.iter().map(|code| Literal::from_code(*code)));
                merging.settle(&mut members);
                group.clear();
                group.extend(members.iter().map(|literal| literal.code()));
            });
            if merging.is_contradiction {
                groups.clear();
                groups.push([]);
                return merging;
            }
            if merging.count == before {
                return merging;
            }
        }
    }

    fn truth(&self) -> Literal {
        Literal::new(self.equals.len() - 1)
    }

    /// Whether some literal is known to be true.
    pub(super) fn knows_truth(&self) -> bool {
        let truth = self.truth();
        self.equals[..truth.variable()].iter().any(|literal| literal.variable() == truth.variable())
    }

    /// Draws the conclusions from one group, and leaves in it only what they do not express.
    fn settle(&mut self, members: &mut Vec<Literal>) {
        let truth = self.truth();
        self.simplify(members);
        for pair in members.windows(2).filter(|pair| pair[0] == pair[1]) {
            self.unite(pair[0], !truth);
        }
        self.simplify(members);
        let of_pair = members.windows(2).find(|pair| pair[1] == !pair[0]).map(|pair| pair[0]);
        let certain = members.contains(&truth).then_some(truth).or(of_pair);
        if let Some(certain) = certain {
            for other in members.drain(..).filter(|member| member.variable() != certain.variable()) {
                self.unite(other, !truth);
            }
            return;
        }
        match members[..] {
            [] => self.is_contradiction = true,
            [only] => self.unite(only, truth),
            [one, other] => self.unite(one, !other),
            _ => return,
        }
        members.clear();
    }

    /// Replaces each member by the literal that stays for it and removes false ones; afterwards equals and opposites are
    /// neighbours.
    fn simplify(&mut self, members: &mut Vec<Literal>) {
        members.iter_mut().for_each(|member| *member = self.find(*member));
        members.retain(|member| *member != !self.truth());
        members.sort_unstable();
    }

    /// The literal that stays for all that equal this one.
    pub(super) fn find(&mut self, literal: Literal) -> Literal {
        let mut found = literal;
        loop {
            let next = self.equals[found.variable()].negated_like(found);
            if next == found {
                self.equals[literal.variable()] = found.negated_like(literal);
                return found;
            }
            found = next;
        }
    }

    /// Makes two literals equal. The lower variable stays, which preserves the variables' order, except that truth always stays.
    fn unite(&mut self, one: Literal, other: Literal) {
        let [one, other] = [one, other].map(|literal| self.find(literal));
        if one.variable() == other.variable() {
            self.is_contradiction |= one != other;
            return;
        }
        let truth = self.truth().variable();
        let is_lower = one.variable() < other.variable();
        let (stays, goes) =
            if other.variable() == truth || one.variable() != truth && !is_lower { (other, one) } else { (one, other) };
        self.equals[goes.variable()] = stays.negated_like(goes);
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stays for each of the variables a to f, and what is left of groups; capitals are negations, `+` true and `-` false.
    fn merged(groups: &[&str]) -> String {
        let literal = |byte: u8| {
            let literal = Literal::new(usize::from(byte.to_ascii_lowercase() - b'a'));
            if byte.is_ascii_uppercase() { !literal } else { literal }
        };
        let each = |add: &mut dyn FnMut(usize, u32)| {
            for (i, group) in groups.iter().enumerate() {
                group.bytes().for_each(|byte| add(i, literal(byte).code()));
            }
        };
        let mut lists = Lists::gather(groups.len(), each);
        let mut merging = Merging::new(6, &mut lists);
        let letter = |literal: Literal| match (literal.variable(), literal.is_negated()) {
            (6, is_false) => {
                if is_false {
                    '-'
                } else {
                    '+'
                }
            }
            (variable, is_negated) => char::from(if is_negated { b'A' } else { b'a' } + variable as u8),
        };
        let mut text: String = (0..6).map(|variable| letter(merging.find(Literal::new(variable)))).collect();
        for list in 0..lists.len() {
            text.push(' ');
            text.extend(lists.get(list).iter().map(|code| letter(Literal::from_code(*code))));
        }
        text
    }

    #[test]
    fn equal_variables_become_one() {
        assert_eq!(merged(&["abc", "def"]), "abcdef abc def");
        assert_eq!(merged(&["ab", "bcd"]), "aAcdef Acd");
        assert_eq!(merged(&["aB", "abcd", "cef"]), "--cCef cef");
        assert_eq!(merged(&["ab", "abc", "cde"]), "aA-dDf");
        assert_eq!(merged(&["a", "abcd"]), "+---ef");
    }

    #[test]
    fn a_contradiction_leaves_a_group_without_members() {
        for groups in [&["ab", "aB", "cdef"][..], &["a", "b", "ab"], &["ab", "cd", "abcd"], &["aAbB"]] {
            assert!(merged(groups).ends_with(' '), "{groups:?}");
        }
    }
}
