//! Splitting cells into cliques, groups of cells that all differ: a digit appears at most once in each.

use super::super::super::model::{CellSet, Model};

/// Finds cliques among the cells of a model.
pub(super) struct Cliques<'a> {
    model: &'a Model,
    /// Runs of consecutive houses without a common cell.
    families: Vec<Vec<CellSet>>,
}

/// A way to split cells into cliques.
pub(super) type Way = Vec<Box<[u32]>>;

impl<'a> Cliques<'a> {
    pub(super) fn new(model: &'a Model) -> Cliques<'a> {
        let mut families: Vec<Vec<CellSet>> = Vec::new();
        let mut taken = CellSet::none(model.cells);
        for house in &model.houses {
            let house = CellSet::of(house, model.cells);
            if families.is_empty() || house.common(&taken) > 0 {
                families.push(Vec::new());
                taken = CellSet::none(model.cells);
            }
            taken.add_all(&house);
            families.last_mut().expect("one has been pushed").push(house);
        }
        Cliques { model, families }
    }

    /// Ways to split the cells into cliques: one greedy, in the cells' order, and one by the houses of each family.
    pub(super) fn ways(&self, cells: &[usize]) -> Vec<Way> {
        let mut ways = vec![self.greedily(cells)];
        let all = CellSet::of(cells, self.model.cells);
        if all.count() < cells.len() {
            return ways;
        }
        for family in &self.families {
            let mut rest = all.clone();
            let mut way = Vec::new();
            for house in family.iter().filter(|house| house.common(&all) > 0) {
                way.push(all.intersection(house).iter().map(|cell| cell as u32).collect());
                rest.remove_all(house);
            }
            way.extend(self.greedily(&rest.to_vec()));
            if way.len() < cells.len() && !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways
    }

    /// Puts each cell into the first clique that it fits into.
    fn greedily(&self, cells: &[usize]) -> Way {
        let mut cliques: Vec<Vec<u32>> = Vec::new();
        for cell in cells {
            let fits = |clique: &&mut Vec<u32>| clique.iter().all(|other| self.model.differ(*other as usize, *cell));
            match cliques.iter_mut().find(fits) {
                Some(clique) => clique.push(*cell as u32),
                None => cliques.push(vec![*cell as u32]),
            }
        }
        cliques.into_iter().map(Vec::into_boxed_slice).collect()
    }
}
