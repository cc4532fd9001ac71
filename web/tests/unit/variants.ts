/** Puzzles with further rules, made for these tests, as other programs write them. */

/** Six by six with eleven cages and no given: a link of f-puzzles. */
export const KILLER = {
  text: 'https://www.f-puzzles.com/?load=N4IgzglgXgpiBcA2ANCALhNAbO8QFEcA3GAOwAIBjAQwHMYwRVaAnCAEwQG0vgBfZP0EChovgF1kvETOFz+k6fNljFY5crUrtwrRvULJIANYQsOFjXrdQlGOcbwuIAEoBGAMJumrzwCYfFz8vECMiaiwAV1wQNwBmEBEQOwduXw8AFkDPAFZQ1HComKyklKxHZyCPBNQXOOr8kELohBAATkTBZPtytKrEQPqBsIiWvDzSnorXeu9ajJCRotaAdk7bKb6FmtcFrKWxkAAOde7Up1cckNrERYLRmLXJ88qrrNqrvIOYk+fei5ctwCNwa31aJS6ZWmgI8eRBw3uyzwAz+0Pq7xmsMazRiCQkfCAA===',
  solution: '462135315462654213123546246351531624',
};

/** Cells a knight's move apart differ, and three thermometers: a link of SudokuPad. */
export const KNIGHTS = {
  text: 'https://sudokupad.app/fpuzN4IgzglgXgpiBcBOANCALhNAbO8QAkB7AJzBjAAIIA7CtACxgsYEM0RUBzYiAEwQDaA4AF9ko8WNAA3FlgCuuAGxcI0mNQRpiiqXskHRAXWTD9Ei+asnhIWQtwAmVes3xtuw3bmKEADhcNLR0YK0NrU0tw6KiZH1wARkC3D1CbC28HBABWZODPWLCM+194AHY89xCRdKLM0pQQTjUgqoK6ktwAZkrUvVqYooizQfF67t7qr06EFSaWlKnLAcLR5ZMQFmoMAGtqCE56djaYVAYYYgBbQkuYNAvBUCwackEBEAAlBIBhBI5Pn6Of5fb5dEBGIxSEDPaiveBCT4AFlBwORiNR32y4MhYxhcIRHzK3zKwKJflJ30Q2JqIiAA',
  solution: '349671825715829346268543719693457281854312967172968534437296158581734692926185473',
};

/** Both diagonals: a link of Interactive Sudoku Solver. */
export const DIAGONALS = {
  text: 'https://sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1C1_3~R1C4_2~R1C9_4~R2C3_9~R2C8_6~R3C4_5~R3C7_2~R4C3_6~R4C8_7~R5C2_3~R5C7_1~R6C6_8~R7C5_5~R8C1_6~R8C3_1~R8C6_7~R8C9_9.Diagonal~-1.Diagonal~1',
  solution: '385216794219374568467589231596421873738695142124738956943152687651847329872963415',
};

/** Irregular regions of six cells, a thermometer, a dot and seven givens: JSON of our own. */
export const CROOKED = {
  text: JSON.stringify({
    rows: 6,
    cols: 6,
    values: [1, 6],
    jigsaw: [
      [
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 1],
        [2, 2],
        [3, 1],
      ],
      [
        [1, 4],
        [1, 5],
        [1, 6],
        [2, 4],
        [2, 5],
        [3, 5],
      ],
      [
        [2, 3],
        [3, 3],
        [3, 4],
        [4, 3],
        [4, 4],
        [5, 4],
      ],
      [
        [2, 6],
        [3, 6],
        [4, 5],
        [4, 6],
        [5, 5],
        [5, 6],
      ],
      [
        [3, 2],
        [4, 1],
        [4, 2],
        [5, 1],
        [5, 2],
        [6, 1],
      ],
      [
        [5, 3],
        [6, 2],
        [6, 3],
        [6, 4],
        [6, 5],
        [6, 6],
      ],
    ],
    name: 'Crooked six',
    constraints: [
      {
        type: 'thermo',
        cells: [
          [6, 1],
          [5, 1],
          [5, 2],
        ],
      },
      {
        type: 'difference',
        cells: [
          [3, 3],
          [3, 4],
        ],
        value: 1,
      },
      { type: 'given', cell: [1, 4], value: 5 },
      { type: 'given', cell: [1, 3], value: 4 },
      { type: 'given', cell: [2, 1], value: 6 },
      { type: 'given', cell: [1, 2], value: 2 },
      { type: 'given', cell: [4, 3], value: 3 },
      { type: 'given', cell: [2, 5], value: 3 },
      { type: 'given', cell: [1, 5], value: 1 },
    ],
  }),
  solution: '324516615234562143453621231465146352',
};

/** No further rule: boxes of 2 by 3 cells, three givens, candidates, a name and an author. */
export const PLAIN = JSON.stringify({
  rows: 6,
  cols: 6,
  values: [1, 6],
  boxes: Array.from({ length: 6 }, (_, box) =>
    Array.from({ length: 6 }, (__, i) => [
      Math.floor(box / 2) * 2 + Math.floor(i / 3) + 1,
      (box % 2) * 3 + (i % 3) + 1,
    ]),
  ),
  name: 'Plain six',
  author: 'nobody',
  constraints: [
    { type: 'given', cell: [1, 1], value: 3 },
    { type: 'given', cell: [2, 5], value: 6 },
    { type: 'given', cell: [6, 6], value: 1 },
    { type: 'candidates', cell: [1, 2], values: [1, 2] },
  ],
});

/** A cage of two cells with a sum that no two digits have. */
export const IMPOSSIBLE = JSON.stringify({
  rows: 9,
  cols: 9,
  values: [1, 9],
  constraints: [
    {
      type: 'cage',
      cells: [
        [1, 1],
        [1, 2],
      ],
      sum: 100,
    },
  ],
});

/** Nothing but a cage: many solutions. */
export const LOOSE = JSON.stringify({
  rows: 4,
  cols: 4,
  values: [1, 4],
  constraints: [
    {
      type: 'cage',
      cells: [
        [1, 1],
        [1, 2],
      ],
      sum: 3,
    },
  ],
});

/** One whose arrow has its circle beside the board, which the page does not show. */
export const BESIDE = JSON.stringify({
  rows: 4,
  cols: 4,
  further: 1,
  values: [1, 4],
  constraints: [
    {
      type: 'arrow',
      circle: [[0, 1]],
      cells: [
        [1, 1],
        [1, 2],
      ],
    },
  ],
});
