// A board with hints in React, in 40 lines: a puzzle of a level, less or more of the next step, and its picture.
import { type Level, LEVELS, type Ninefold, load } from 'ninefold';
import { useEffect, useState } from 'react';

export function Sudoku() {
  const [ninefold, setNinefold] = useState<Ninefold | null>(null);
  const [puzzle, setPuzzle] = useState<string | null>(null);
  const [grade, setGrade] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    void load().then((loaded) => isCurrent && setNinefold(loaded));
    return () => {
      isCurrent = false;
    };
  }, []);

  if (!ninefold) return <p>Loading...</p>;
  const make = (level: Level) => {
    setPuzzle(ninefold.generate({ level }).puzzle);
    setGrade(0);
  };
  const hint = puzzle && grade > 0 ? ninefold.hint(puzzle) : null;
  const words = !hint ? '' : 'levels' in hint ? hint.levels[Math.min(grade, hint.levels.length) - 1] : hint.message;
  const marks = hint?.kind === 'step' && grade > 2 ? hint.step.marks : [];
  return (
    <main>
      {LEVELS.map((level) => (
        <button key={level} onClick={() => make(level)}>
          {level}
        </button>
      ))}
      {puzzle && <img src={`data:image/svg+xml,${encodeURIComponent(ninefold.svg(puzzle, marks))}`} alt={puzzle} />}
      {puzzle && <button onClick={() => setGrade(grade + 1)}>Hint</button>}
      <p>{words}</p>
    </main>
  );
}
