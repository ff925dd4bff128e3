import { expect, test } from 'vitest';
import { diffOf, partsOf } from '../../console/pages/integrations/playground/line-diff.ts';

const before = Array.from({ length: 30 }, (_, line) => `line ${line}`);

test('what is far from every change is a part of its own, and no line is lost', () => {
  const after = before.with(10, 'changed').toSpliced(29, 1);
  const lines = diffOf(before, after);
  const parts = partsOf(lines);
  expect(parts.map((part) => [part.isFar, part.lines.length])).toEqual([
    [true, 7],
    [false, 8],
    [true, 12],
    [false, 4],
  ]);
  expect(parts.flatMap((part) => part.lines)).toEqual(lines);
  expect(parts.filter(({ isFar }) => isFar).flatMap((part) => part.lines)).toSatisfy(
    (far: typeof lines) => far.every(({ kind }) => kind === ' '),
  );
});

test('nothing is folded where everything changed', () => {
  expect(partsOf(diffOf(before, ['other']))).toMatchObject([{ isFar: false }]);
});
