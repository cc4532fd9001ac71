//! The words of steps in English, and the keys of every language.
//!
//! A value is a text with places in braces, which stand for cells, digits, houses or other texts of the table: `{cells} can only
//! be {digits}`. Every language has the same places for a key, in any order. To translate, copy `german.rs` and add a row to
//! [`Language`](super::Language); the compiler finds missing keys, and a test finds missing places.

macro_rules! words {
    ($($(#[$doc:meta])* $key:ident: $english:literal;)*) => {
        /// The texts of a language.
        #[derive(Debug)]
        pub(crate) struct Words {
            $($(#[$doc])* pub(crate) $key: &'static str,)*
        }

        pub(super) static ENGLISH: Words = Words { $($key: $english,)* };

        #[cfg(test)]
        impl Words {
            /// Every key with its text.
            pub(super) fn all(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($key), self.$key),)*]
            }
        }
    };
}

words! {
    and: "and";
    or: "or";
    /// Houses, one or several of a kind.
    row: "row {numbers}";
    rows: "rows {numbers}";
    column: "column {numbers}";
    columns: "columns {numbers}";
    block: "box {numbers}";
    blocks: "boxes {numbers}";
    /// Candidates that are true.
    are: "{cells} are {digit}";
    is: "{cells} is {digit}";
    /// Numbers up to nine, from none.
    numbers: "no one two three four five six seven eight nine";
    /// What one cell does, and what several do.
    see: "sees";
    see_many: "see";
    /// A whole step.
    step: "{technique}: {argument}. So {conclusion}.";
    /// The hints that come before the step.
    near: "Look for {family} around {house}.";
    look_at: "{technique}: look at {what}.";
    digits_in: "{digits} in {places}";
    and_in: " and in ";
    /// What follows from the argument.
    cannot: "{cells} cannot be {digits}";
    cannot_many: "{cells} cannot be {digits}";
    last_place: "; in {house} that leaves only {cell} for {digit}";
    /// Singles.
    only_candidate: "{cell} can only be {digit}";
    last_cell: "{cell} is the last empty cell of {house}, and {digit} is missing there";
    only_place: "{cell} is the only cell of {house} that can be {digit}";
    /// Locked candidates and subsets.
    locked: "in {base}, {digit} can only be in {cover}; no other cell of {cover} can have it";
    hidden_subset: "in {houses}, {digits} can only be in {cells}; these {count} cells have room for nothing else";
    naked_subset: "{cells} can only be {digits}, {count} digits for {count} cells; no other cell of {houses} can have them";
    /// Fish.
    fish: "in {bases}, {digit} can only be in {covers}";
    or_fin: ", or in the fin {fins}";
    or_fins: ", or in one of the fins {fins}";
    no_fins: "; so {covers} have their {digit}s there and nowhere else";
    one_fin: "; if the fin is not {digit}, {covers} have their {digit}s there; otherwise {out} {see} the fin";
    some_fins: "; if none of the fins is {digit}, {covers} have their {digit}s there; otherwise {out} {see} whichever fin is {digit}";
    and_from_there: "; and from there: {chains}";
    /// Colours.
    either_color: "either {one}, or {other}";
    next_group: "; and ";
    wrong_color: "{text}; but {color} cannot all be true";
    touching: "{text}; {a} and {b} see each other, so {one}, or {two}";
    sees_both: "{text}; candidates that see both colours can be removed";
    /// Wings.
    w_wing: "{ends} have the same two digits; in {house}, {link} can only be in {center}, which see one of them each, so one of them is not {link} but {digit}";
    xy_wing: "if {center} is {by}, {one} is {digit}; if it is {by_other}, {other} is";
    pivot_itself: "; otherwise {center} itself is {digit}";
    any_wing: "whatever {center} is, it or one of {ends} is {digit}";
    /// What could be exchanged. In German the verb comes first.
    exchange: "{pair} could be exchanged in {pattern}";
    exchange_all: "every open cell would have two digits and every digit two places in its houses; all could be exchanged";
    hidden_rectangle: "if {corner} were {out}, the {digit}s of {houses} would be in {beside}, and {across} would be {out}; but then {exchange}, and there would be two solutions";
    both_corners: "in {houses}, {digit} can only be in {pattern}; if one of {roof} had it, both would, and {exchange}: there would be two solutions";
    other_corner: "in {houses}, {digit} can only be in {roof}; if the other one were {out}, {exchange}, and there would be two solutions";
    deadly: "otherwise {exchange}, and there would be two solutions";
    rescued: "unless {cells} is {digits}, {exchange}, and there would be two solutions{subset}";
    rescued_many: "unless one of {cells} is {digits}, {exchange}, and there would be two solutions{subset}";
    with_naked: "; with {cells} that makes a naked subset";
    with_hidden: "; so only {cells} and the other one of {roof} have room for {digits} in {house}, a hidden subset";
    /// Rarer patterns.
    templates: "all ways to place {digits} on the whole board agree";
    sue_de_coq: "{cells} with {line} in the line and {block} in the box have as many digits as cells, and none of these can appear twice, so each appears exactly once";
    exclusion: "any digits for {cells} that include a removed candidate would leave {witnesses} without a candidate";
    exclusion_many: "any digits for {cells} that include a removed candidate would leave one of {witnesses} without a candidate";
    blossom: "whatever {stem} is, it takes that digit from one of {sets}, which then keeps all its other digits; so one of them has {digits}";
    common: "only one of {one} and {other} can have {digit}";
    sets: "{sets} each have one more digit than cells, so a set that lacks one digit has all its others; {commons}";
    one_of_sets: ", so one of them has {digits}";
    end_sets: ", so A or {other} has {digits}";
    /// What holds along a chain. In German the verb comes first.
    node_is: "{cells} is {digits}";
    node_not: "{cells} is not {digits}";
    node_one: "one of {cells} is {digits}";
    node_none: "none of {cells} is {digits}";
    /// What a chain assumes. In German the verb comes last.
    if_is: "if {cells} is {digits}, {rest}";
    if_not: "if {cells} is not {digits}, {rest}";
    if_one: "if one of {cells} is {digits}, {rest}";
    if_none: "if none of {cells} is {digits}, {rest}";
    value_not: "not {digits}";
    same_cell: "it is {value}";
    not_but: "{cell} is not {not} but {but}";
    not_there_but: "in {house} not {not} but {but} is {digits}";
    not_there_but_one: "in {house} not {not} but one of {but} is {digits}";
    /// What comes between the links of a chain, and the parts of a net.
    so: ", so ";
    then: ", then ";
    but: "{words}, but {end}";
    also: "also {rest}";
    either: "either {node}";
    /// The start from every candidate of a cell, or every place in a house.
    whatever: "whatever {cell} is:";
    wherever: "wherever {digit} is in {house}:";
    /// The result of chains.
    loop_closes: "{words}; the loop closes, so one end of every link is true";
    either_way: "{words}; so {ends} either way";
    one_of_two: "one of {one} and {other} is {digits}";
    nothing_left: "nothing would be left for {cell}";
    would_have_no_place: "{house} would have no place for {digit}";
    no_candidate: "{cell} has no candidate left";
    no_place: "{house} has no place for {digit}";
    cannot_be: "{cells} cannot be {digits}{instead}";
    impossible: "that is impossible";
    /// What a link rests on.
    it_is: " (it is {value})";
    by_house: " ({house})";
    from_set: " (from the set {cells})";
    nothing_else: " (nothing else is left there)";
    last_of_house: " (the last place in {house})";
    last_of_house_many: " (the last places in {house})";
    by_house_seen: " ({house}, see {cells})";
    by_net: " (by a net of its own, below)";
    two_links: "in {one}, {digit} is in {a} or {b}, in {two} in {c} or {d}; only one of {b} and {c} can have it ({between}), so one of {a} and {d} does";
    remote_pair: "{cells} can only be {digits}, and each sees the next, so they alternate; a cell that sees two different ones can be neither";
    /// Messages to the player.
    is_invalid: "The board is wrong: {why}.";
    has_no_solution: "The puzzle has no solution.";
    is_solved: "The puzzle is solved.";
    is_stuck: "No technique finds a next step.";
    has_several: "The puzzle has several solutions, so not every cell can be found. {text}";
    wrong_somewhere: "The digit in {cell} is wrong.";
    wrong_digit: "{cell} cannot be {digit}: take it back.";
    lost_somewhere: "A candidate of {cell} was removed by mistake.";
    lost_candidate: "{digit} was removed from {cell} by mistake: put it back.";
}
