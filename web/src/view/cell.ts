/** One cell of the grid that lies over the picture of a board. */

import { type Node, lazy } from './dom';

/** A clear cell, which has the focus, the name for screen readers and the pointer. */
export const clearCell = (cell: number, name: string, isSelected: boolean, isFocus: boolean): Node =>
  lazy(
    'div',
    `${name}|${isSelected}|${isFocus}`,
    {
      key: cell,
      role: 'gridcell',
      class: 'cell',
      'data-cell': cell,
      tabindex: isFocus ? 0 : -1,
      'aria-label': name,
      'aria-selected': isSelected ? 'true' : 'false',
    },
    () => [],
  );
