//! Lists of numbers, one after the other in one vector.

/// Lists of numbers, or of other items, one after the other in one vector.
#[derive(Clone, Debug)]
pub(crate) struct Lists<T = u32> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Clone> Lists<T> {
    /// Sorts items into lists, each item with the number of its list; the items of a list keep their order.
    pub(crate) fn of(count: usize, items: &[(u32, T)]) -> Lists<T> {
        let order = Lists::gather(count, |add| {
            items.iter().enumerate().for_each(|(i, (list, _))| add(*list as usize, i as u32));
        });
        Lists { items: order.items.iter().map(|i| items[*i as usize].1.clone()).collect(), starts: order.starts }
    }
}

impl<T> Lists<T> {
    #[inline]
    pub(crate) fn get(&self, list: usize) -> &[T] {
        &self.items[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

impl Lists {
    /// The lists that `each` fills by naming one list and one item at a time; it is called twice.
    pub(crate) fn gather(count: usize, each: impl Fn(&mut dyn FnMut(usize, u32))) -> Lists {
        let mut starts = vec![0; count + 1];
        each(&mut |list, _| starts[list + 1] += 1);
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts[count] as usize];
        each(&mut |list, item| {
            items[next[list] as usize] = item;
            next[list] += 1;
        });
        Lists { starts, items }
    }

    /// No lists yet, but room for this many, with this many items in all.
    pub(crate) fn with_room(lists: usize, items: usize) -> Lists {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Lists { starts, items: Vec::with_capacity(items) }
    }

    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        // Faster than `extend`, which asks for the next item each time.
        list.into_iter().for_each(|item| self.items.push(item));
        self.starts.push(self.items.len() as u32);
    }

    pub(crate) fn clear(&mut self) {
        self.items.clear();
        self.starts.truncate(1);
    }

    pub(crate) fn items_mut(&mut self) -> &mut [u32] {
        &mut self.items
    }

    /// Lets `shorten` remove items from every list that is not empty. Lists that are or become empty disappear.
    pub(crate) fn shorten(&mut self, mut shorten: impl FnMut(&mut Vec<u32>)) {
        let mut list = Vec::new();
        let (mut lists, mut from, mut to) = (0, 0, 0);
        for i in 1..self.starts.len() {
            let end = self.starts[i] as usize;
            list.clear();
            list.extend_from_slice(&self.items[from..end]);
            from = end;
            if !list.is_empty() {
                shorten(&mut list);
            }
            if !list.is_empty() {
                self.items[to..to + list.len()].copy_from_slice(&list);
                to += list.len();
                lists += 1;
                self.starts[lists] = to as u32;
            }
        }
        self.starts.truncate(lists + 1);
        self.items.truncate(to);
    }

    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }
}
