//! What belongs to each variable, one after the other in one vector.

/// For each variable a list of items.
#[derive(Clone, Debug)]
pub(super) struct ByVariable<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Clone> ByVariable<T> {
    /// The items with their variables, in any order; those of a variable keep theirs.
    pub(super) fn of(variables: usize, items: &[(u32, T)]) -> ByVariable<T> {
        let mut starts = vec![0; variables + 1];
        items.iter().for_each(|(variable, _)| starts[*variable as usize + 1] += 1);
        (0..variables).for_each(|variable| starts[variable + 1] += starts[variable]);
        let mut next = starts.clone();
        let mut order = vec![0; items.len()];
        for (i, (variable, _)) in items.iter().enumerate() {
            let at = &mut next[*variable as usize];
            order[*at as usize] = i;
            *at += 1;
        }
        ByVariable { starts, items: order.into_iter().map(|i| items[i].1.clone()).collect() }
    }

    #[inline]
    pub(super) fn get(&self, variable: u32) -> &[T] {
        let variable = variable as usize;
        &self.items[self.starts[variable] as usize..self.starts[variable + 1] as usize]
    }
}
