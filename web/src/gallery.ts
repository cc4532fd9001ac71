/**
 * Puzzles with a story. All but `two` have one solution, which a test asks the engine about. The stories are in the
 * dictionaries, under `gallery.ID.title` and `gallery.ID.story`; the puzzles are facts, or made by this project
 * (`two` and the large ones).
 */

import type { Level } from './engine/protocol';

export interface Entry {
  readonly id: Id;
  /** As `ninefold rate` says; none for what has several solutions. */
  readonly level?: Level;
  /** In any format that the engine reads. */
  readonly puzzle: string;
  /** What digits are written with, where that cannot be seen. */
  readonly symbols?: string;
}

export const IDS = [
  'patience',
  'bird',
  'euler',
  'seventeen',
  'haskell',
  'top95',
  'bruteforce',
  'escargot',
  'everest',
  'easter',
  'nugget',
  'platinum',
  'two',
  'letters',
  'four',
  'six',
  'twelve',
  'sixteen',
  'twentyfive',
] as const;
export type Id = (typeof IDS)[number];

export const GALLERY: readonly Entry[] = [
  {
    id: 'patience',
    level: 'easy',
    puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  },
  {
    id: 'bird',
    level: 'easy',
    puzzle: '2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....',
  },
  {
    id: 'euler',
    level: 'easy',
    puzzle: '003020600900305001001806400008102900700000008006708200002609500800203009005010300',
  },
  {
    id: 'seventeen',
    level: 'medium',
    puzzle: '.......12.5.4............3.7..6..4....1..........8....92....8.....51.7.......3...',
  },
  {
    id: 'haskell',
    level: 'easy',
    puzzle: '6......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...',
  },
  {
    id: 'top95',
    level: 'medium',
    puzzle: '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......',
  },
  {
    id: 'bruteforce',
    level: 'easy',
    puzzle: '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9',
  },
  {
    id: 'escargot',
    level: 'extreme',
    puzzle: '1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..',
  },
  {
    id: 'everest',
    level: 'extreme',
    puzzle: '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..',
  },
  {
    id: 'easter',
    level: 'extreme',
    puzzle: '1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1',
  },
  {
    id: 'nugget',
    level: 'extreme',
    puzzle: '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....',
  },
  {
    id: 'platinum',
    level: 'extreme',
    puzzle: '.......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...',
  },
  {
    id: 'two',
    puzzle: '14..........1.95....7.....9....21.9......7.8..7.68....81.3..7.25.....6....25.....',
  },
  {
    id: 'letters',
    level: 'easy',
    symbols: 'TONYBLAIR',
    puzzle: 'O....T.NI........B.A...L..........TN.RIT..OBANT....I..R..I...O..B..LRAIYY..OB....',
  },
  {
    id: 'four',
    level: 'easy',
    puzzle: '1.....3..2.....4',
  },
  {
    id: 'six',
    level: 'easy',
    puzzle: '...6.3....1...524..415...1....6.3...',
  },
  {
    id: 'twelve',
    level: 'easy',
    puzzle:
      '.C.2...5B4..41....9.C5.A.B3..A..6..7...CA.29.63..46.B5.1....3..1..C..B....1..3..8' +
      '..4....7.16.AB..7A.C9.81...9..7..A..14.2.C8.1....69..4B9...3.5.',
  },
  {
    id: 'sixteen',
    level: 'medium',
    puzzle:
      '5..3...4.G........4FE..C7.....317.E1...5.428..CFDC8G2.......64A.' +
      '..65D3..C.1G.F.4.1.....8...EC..9.9.EC6F.A7..3B...GC..E..4F9D1.2.' +
      '.5.9AD6B..F..C1...1C..8G.974A.6.G..63...1.....5.A.3.12.E..GB97..' +
      '.EF8.......95142C7..B12.8...E3.613.....6G..7F8........E.F...D..A',
  },
  {
    id: 'twentyfive',
    level: 'extreme',
    puzzle:
      'C.N....A.H7..6..M....D..F.A..M....D2..4.C6IJ1.L..O.LI.2.PN..KMOE' +
      'FBAD...C78.5OF.D6CB4.3.8..2K.7.E...J4....K2M.IB.LCP3O.FGN..1A.1.' +
      'JCAL..E.......6....M....6.P.3..C...IM.B.GOLNA...85IG9461NJOF.C.H' +
      '.EA...B..4.MB2D.....A..L.3I.5.CO6A.29.PMH....E..45..D8K.J.I.H1O.' +
      'G2...L.5.A3KB8D..PC.5.C..B....K..37N.29..8..8....3J96A.PM1.FIGD4' +
      '....B..3..8F.H7O..B....1..M.A.PB..ED15CK.8.A...JM.F73.4.H.F1E..M' +
      '3..C....OAJ.BG.NKEM.J.NC.9..3.....P2AI.6..P...7I.8.6.NM49C53EKFH' +
      'D...G7NB6.2.AI...H..L.J.O....4....1.......M..6BC5.7.NF..4IO.J69C' +
      'B.2G.7HP....37...H.5.A1..G.8.9LNIO.DFP.91A...DFBM3POL..25.6.KH.2' +
      '..L.M9KG4.F..7E....B..C.O..3....P..A..5D.B....1.7',
  },
];
