//! Which houses, crossings of houses and rules must be applied again.

use super::super::super::model::Mask;
use super::houses::Houses;
use super::rules::Rule;
use super::values::is_single;
use crate::solve::lists::Lists;

/// What each variable wakes: the numbers of the houses, crossings and rules that it is in, as bits of words.
#[derive(Clone, Debug)]
pub(super) struct Wakes {
    pub(super) houses: Lists<(u32, u64)>,
    crossings: Lists<(u32, u64)>,
    pub(super) rules: Lists<(u32, u64)>,
    /// Rules that depend mostly on the least and the greatest value of each variable.
    pub(super) bounded: Lists<(u32, u64)>,
}

/// The houses, crossings and rules that must be applied again.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) houses: Numbers,
    pub(super) crossings: Numbers,
    pub(super) rules: Numbers,
    /// Crossings none of whose cells has become known, which seldom find anything: they wait until nothing else is waiting.
    late: Numbers,
    /// In the same way: rules that depend on least and greatest values, while these are unchanged in all of their variables.
    late_rules: Numbers,
}

/// A set of numbers, one bit for each.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    words: Vec<u64>,
}

impl Wakes {
    pub(super) fn new(variables: usize, houses: &Houses, rules: &[Rule]) -> Wakes {
        let house = |house, add: &mut dyn FnMut(u32)| houses.cells(house).iter().copied().for_each(add);
        let crossing = |crossing, add: &mut dyn FnMut(u32)| houses.outside(crossing).iter().copied().for_each(add);
        let rules_where = |is_bounded| {
            wakes(variables, rules.len(), |rule: usize, add| {
                if rules[rule].is_bounded() == is_bounded {
                    rules[rule].for_each_variable(add);
                }
            })
        };
        Wakes {
            houses: wakes(variables, houses.count(), house),
            crossings: wakes(variables, houses.crossings(), crossing),
            rules: rules_where(false),
            bounded: rules_where(true),
        }
    }
}

/// What each variable wakes; `each` gives the variables of a house, crossing or rule, by its number.
fn wakes(variables: usize, count: usize, each: impl Fn(usize, &mut dyn FnMut(u32))) -> Lists<(u32, u64)> {
    let mut wakes = Vec::new();
    let mut woken = vec![0; variables];
    for (word, first) in (0..).zip((0..count).step_by(64)) {
        for number in first..count.min(first + 64) {
            each(number, &mut |variable| woken[variable as usize] |= 1 << (number - first));
        }
        let some = (0..).zip(&mut woken).filter(|(_, bits)| **bits != 0);
        wakes.extend(some.map(|(variable, bits)| (variable, (word, std::mem::take(bits)))));
    }
    Lists::of(variables, &wakes)
}

impl Waiting {
    /// Everything is waiting.
    pub(super) fn all(houses: &Houses, rules: &[Rule]) -> Waiting {
        let crossings = Numbers::below(houses.crossings());
        let late = Numbers { words: vec![0; crossings.words.len()] };
        let rules = Numbers::below(rules.len());
        let late_rules = Numbers { words: vec![0; rules.words.len()] };
        Waiting { houses: Numbers::below(houses.count()), crossings, rules, late, late_rules }
    }

    /// Wakes everything that depends on a variable, which has changed from the values `before` to those `after`.
    #[inline]
    pub(super) fn wake(&mut self, wakes: &Wakes, variable: u32, before: Mask, after: Mask) {
        self.houses.add(wakes.houses.get(variable as usize));
        let crossings = if is_single(after) { &mut self.crossings } else { &mut self.late };
        crossings.add(wakes.crossings.get(variable as usize));
        self.rules.add(wakes.rules.get(variable as usize));
        let ends = |mask: Mask| (mask.trailing_zeros(), mask.leading_zeros());
        let bounded = if ends(before) == ends(after) { &mut self.late_rules } else { &mut self.rules };
        bounded.add(wakes.bounded.get(variable as usize));
    }

    /// Called when nothing else is waiting: it is the turn of the late ones. Returns whether there are any.
    pub(super) fn take_late(&mut self) -> bool {
        let crossings = self.crossings.words.iter_mut().zip(&mut self.late.words);
        let rules = self.rules.words.iter_mut().zip(&mut self.late_rules.words);
        crossings.chain(rules).fold(false, |any, (word, late)| {
            *word = std::mem::take(late);
            any || *word != 0
        })
    }

    pub(super) fn clear(&mut self) {
        for numbers in [&mut self.houses, &mut self.crossings, &mut self.rules, &mut self.late, &mut self.late_rules] {
            numbers.words.fill(0);
        }
    }
}

impl Numbers {
    fn below(count: usize) -> Numbers {
        let word = |first: usize| u64::MAX >> (64 - (count - first).min(64));
        Numbers { words: (0..count).step_by(64).map(word).collect() }
    }

    #[inline]
    fn add(&mut self, numbers: &[(u32, u64)]) {
        numbers.iter().for_each(|(word, bits)| self.words[*word as usize] |= bits);
    }

    /// Takes out the lowest number.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        self.next_below(usize::MAX)
    }

    /// Takes out the lowest number, if it is below a limit.
    #[inline]
    pub(super) fn next_below(&mut self, limit: usize) -> Option<usize> {
        let (place, word) = self.words.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let number = 64 * place + word.trailing_zeros() as usize;
        if number >= limit {
            return None;
        }
        *word &= *word - 1;
        Some(number)
    }
}
