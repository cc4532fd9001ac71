//! When to switch engines: how long each may search before the next has its turn.

/// Whose turn it is, and for how many nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    General(u64),
    Learning(u64),
    LocalSearch(u64),
}

/// What has happened so far and matters for the next turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    /// The latest turn, which has ended without a solution; `None` before the first.
    pub(super) latest: Option<Turn>,
    /// Whether the general engine has found a solution.
    pub(super) has_solution: bool,
    /// Whether the general engine has had a second turn.
    pub(super) has_continued: bool,
    /// How many cells the general engine has to fill row by row, if it does so.
    pub(super) cells_to_fill: Option<usize>,
    /// Whether local search takes turns with learning.
    pub(super) has_local_search: bool,
    /// The nodes that local search has used.
    pub(super) local_search_nodes: u64,
    /// The average glue of recently learned clauses.
    pub(super) glue: f64,
}

/// The lengths of turns. Measured on large boards: `bench/large/run` reproduces the figures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    /// Guesses of the general engine for each solution. A board that propagation nearly solves needs only a few; on any other,
    /// further guesses are wasted, because the engine does not learn from them.
    pub(super) guesses_per_solution: u64,
    /// Its guesses for each open cell when it fills the board row by row: enough for about a dozen restarts. If so many have
    /// failed, further ones rarely succeed.
    pub(super) guesses_per_cell: u64,
    /// With more solutions than this, the general engine keeps the search: the learning engine would need a clause for each of
    /// them.
    pub(super) most_solutions: usize,
    /// The number of open cells from which local search is worth its time. Learning solves smaller boards in seconds, and most
    /// often the purpose is to prove that there is no other solution: 25x25 boards made for people have 350 open cells.
    pub(super) least_open_cells: usize,
    /// Nodes of learning before the first turn of local search. Most puzzles made by people have one solution and need no more;
    /// on a sparse board a few tenths of a second are lost.
    pub(super) first_learning: u64,
    /// Nodes of learning between two turns of local search: a thirtieth of a second.
    pub(super) learning: u64,
    /// Nodes in a turn of local search: four fifths of the time or more.
    pub(super) local_search: u64,
    /// Nodes of local search, about twenty seconds, after which its turns become shorter: half of the time.
    pub(super) local_search_first: u64,
    pub(super) local_search_later: u64,
    /// The glue above which a board counts as sparse (36x36 boards with half of their cells given: 16 to 19 after the first
    /// turn; 49x49 with 40 to 50 %: 25 to 70; the hardest 25x25 with one solution: 10). Such clauses hardly ever lead to a
    /// solution, so the turns of local search are long.
    pub(super) sparse_glue: f64,
    pub(super) local_search_on_sparse: u64,
}

pub(super) const POLICY: Policy = Policy {
    guesses_per_solution: 100,
    guesses_per_cell: 16,
    most_solutions: 1000,
    least_open_cells: 400,
    first_learning: 2000,
    learning: 500,
    local_search: 1800,
    local_search_first: 180_000,
    local_search_later: 450,
    sparse_glue: 15.0,
    local_search_on_sparse: 8000,
};

impl Policy {
    /// Whose turn is next. The general engine has no further turn once learning has begun.
    pub(super) fn next_turn(&self, history: &History) -> Turn {
        match history.latest {
            None => Turn::General(self.guesses_per_solution),
            Some(Turn::General(_)) if !history.has_solution && !history.has_continued => {
                let filling = history.cells_to_fill.map(|cells| self.guesses_per_cell * cells as u64);
                Turn::General(filling.unwrap_or(self.guesses_per_solution))
            }
            Some(Turn::General(_)) if history.has_local_search => Turn::Learning(self.first_learning),
            Some(Turn::LocalSearch(_)) => Turn::Learning(self.learning),
            Some(Turn::Learning(_)) if history.has_local_search => Turn::LocalSearch(match history.glue {
                glue if glue > self.sparse_glue => self.local_search_on_sparse,
                _ if history.local_search_nodes < self.local_search_first => self.local_search,
                _ => self.local_search_later,
            }),
            Some(Turn::General(_) | Turn::Learning(_)) => Turn::Learning(u64::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEGINNING: History = History {
        latest: None,
        has_solution: false,
        has_continued: false,
        cells_to_fill: None,
        has_local_search: true,
        local_search_nodes: 0,
        glue: 10.0,
    };

    fn after(latest: Turn) -> History {
        History { latest: Some(latest), has_continued: true, ..BEGINNING }
    }

    #[test]
    fn the_general_engine_comes_first() {
        let next = |history: History| POLICY.next_turn(&history);
        let general = Turn::General(100);
        assert_eq!(next(BEGINNING), general);
        assert_eq!(next(History { has_continued: false, ..after(general) }), general);
        let filling = History { has_continued: false, cells_to_fill: Some(1000), ..after(general) };
        assert_eq!(next(filling), Turn::General(16_000));
        assert_eq!(next(after(Turn::General(16_000))), Turn::Learning(2000));
        // A board with a known solution gets no second turn of the general engine and no local search.
        let solved = History { has_solution: true, has_local_search: false, ..filling };
        assert_eq!(next(solved), Turn::Learning(u64::MAX));
    }

    #[test]
    fn local_search_takes_turns_with_learning() {
        let (learning, local) = (Turn::Learning(2000), Turn::LocalSearch(1800));
        assert_eq!(POLICY.next_turn(&after(learning)), local);
        assert_eq!(POLICY.next_turn(&after(local)), Turn::Learning(500));
        let late = History { local_search_nodes: 180_000, ..after(learning) };
        assert_eq!(POLICY.next_turn(&late), Turn::LocalSearch(450));
        let sparse = History { glue: 15.5, ..late };
        assert_eq!(POLICY.next_turn(&sparse), Turn::LocalSearch(8000));
        let small = History { has_local_search: false, ..after(learning) };
        assert_eq!(POLICY.next_turn(&small), Turn::Learning(u64::MAX));
    }
}
