//! Which variable is decided next: the one involved in the most conflicts, recent ones counting more.

/// A binary heap of variables by activity, which grows with every conflict (VSIDS, Moskewicz et al. 2001; growing the increment
/// instead of shrinking all activities is from MiniSat, Een and Soerensson 2003). Assigned variables may be in it.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    activities: Vec<f64>,
    heap: Vec<u32>,
    /// Per variable: its place in the heap, or [`OUT`].
    places: Vec<u32>,
    increment: f64,
}

const OUT: u32 = u32::MAX;
const TOO_LARGE: f64 = 1e100;

impl Order {
    pub(crate) fn new(activities: Vec<f64>) -> Order {
        let variables = activities.len() as u32;
        let mut order =
            Order { activities, heap: (0..variables).collect(), places: (0..variables).collect(), increment: 1.0 };
        (0..order.heap.len() / 2).rev().for_each(|place| order.sink(place));
        order
    }

    /// Raises the activity of a variable that was involved in the latest conflict.
    pub(crate) fn bump(&mut self, variable: usize) {
        self.activities[variable] += self.increment;
        if self.activities[variable] > TOO_LARGE {
            self.activities.iter_mut().for_each(|activity| *activity /= TOO_LARGE);
            self.increment /= TOO_LARGE;
        }
        if self.places[variable] != OUT {
            self.rise(self.places[variable] as usize);
        }
    }

    /// Makes all earlier involvement count less, by this factor, than future involvement.
    pub(crate) fn decay(&mut self, factor: f64) {
        self.increment /= factor;
    }

    /// Puts a variable back.
    pub(crate) fn insert(&mut self, variable: usize) {
        if self.places[variable] == OUT {
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Removes and returns the most active variable.
    pub(crate) fn pop(&mut self) -> Option<usize> {
        if self.heap.is_empty() {
            return None;
        }
        let top = self.heap.swap_remove(0) as usize;
        self.places[top] = OUT;
        if !self.heap.is_empty() {
            self.sink(0);
        }
        Some(top)
    }

    /// The more active variable comes first; among equals, the lower number.
    fn is_before(&self, one: u32, other: u32) -> bool {
        let [x, y] = [one, other].map(|variable| self.activities[variable as usize]);
        x > y || (x == y && one < other)
    }

    fn put(&mut self, place: usize, variable: u32) {
        self.heap[place] = variable;
        self.places[variable as usize] = place as u32;
    }

    fn rise(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if !self.is_before(variable, self.heap[above]) {
                break;
            }
            self.put(place, self.heap[above]);
            place = above;
        }
        self.put(place, variable);
    }

    fn sink(&mut self, mut place: usize) {
        let variable = self.heap[place];
        while let Some(left) = Some(2 * place + 1).filter(|left| *left < self.heap.len()) {
            let right = left + 1;
            let is_right = right < self.heap.len() && self.is_before(self.heap[right], self.heap[left]);
            let below = if is_right { right } else { left };
            if !self.is_before(self.heap[below], variable) {
                break;
            }
            self.put(place, self.heap[below]);
            place = below;
        }
        self.put(place, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first() {
        let mut order = Order::new(vec![0.0; 6]);
        for (variable, times) in [(4, 3), (1, 2), (5, 2)] {
            (0..times).for_each(|_| order.bump(variable));
        }
        order.decay(0.5);
        order.bump(0);
        assert_eq!([order.pop(), order.pop()], [Some(4), Some(0)]);
        order.decay(1e-99);
        order.bump(2);
        order.bump(2);
        order.insert(4);
        order.insert(4);
        let rest: Vec<usize> = std::iter::from_fn(|| order.pop()).collect();
        assert_eq!(rest, [2, 4, 1, 5, 3]);
    }
}
