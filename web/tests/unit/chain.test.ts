import { expect, test } from 'vitest';
import type { StepLink } from '../../src/engine/protocol';
import { wayTo } from '../../src/model/chain';

/** `a-b` is weak: if a is, b is not; `a=b` is strong. Letters are cells, all with the digit 1. */
const links = (text: string): StepLink[] =>
  text.split(' ').map((one) => ({
    from: [one.charCodeAt(0), 1],
    to: [one.charCodeAt(2), 1],
    strong: one[1] === '=',
  }));

test('a chain leads to its links one by one', () => {
  const chain = links('a-b b=c c-d d=e');
  expect([...wayTo(chain, 3)]).toEqual([2, 1, 0]);
  expect([...wayTo(chain, 0)]).toEqual([]);
  expect([...wayTo(chain, 9)]).toEqual([]);
});

test('of a net only what a link needs, all of several reasons, and of the same conclusion the last', () => {
  // c and d together leave only e; x is of no use for it.
  const net = links('a-c a-d a-x c=e d=e e-f x=y');
  expect([...wayTo(net, 5)]).toEqual([4, 3, 1, 0]);
  expect([...wayTo(net, 6)]).toEqual([2]);
  // Another case comes to the same conclusion from another beginning.
  const cases = links('a-b b=c z-b b=c c-d');
  expect([...wayTo(cases, 4)]).toEqual([3, 2]);
  // That something is true is no reason for what follows if it is not.
  expect([...wayTo(links('a=b b=c'), 1)]).toEqual([]);
});
