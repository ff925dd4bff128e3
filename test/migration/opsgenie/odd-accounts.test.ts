import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assertInPortions, runsOf } from '../../support/runs.ts';
import { collect, type Saved } from './collect.ts';
import { wholeAccount } from './fixtures/whole.ts';

const odd = [
  null,
  undefined,
  '',
  'x',
  '💥 "quoted" ${x}',
  0,
  -1,
  1.5,
  true,
  false,
  [],
  [null],
  {},
] as const;

/** Paths of all values of the account. */
const paths = pathsOf(wholeAccount, []).filter(
  (path) => path[3] !== undefined && path[2] === 'objects',
);

it('any value may be missing, null or of another kind', async () => {
  const changes = fc.array(fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...odd)), {
    minLength: 1,
    maxLength: 4,
  });
  await assertInPortions(
    fc.property(changes, (chosen) => {
      const account = copyOf(wholeAccount);
      for (const [path, value] of chosen) put(account, path, value);
      const { ledger, work } = collect(account);
      ledger.lines();
      expect(ledger.unlisted()).toEqual([]);
      for (const { read, imported, residue, noise } of ledger.counts())
        expect(imported + residue + noise).toBe(read);
      expect(work.has('nothing')).toBe(false);
    }),
    { numRuns: runsOf({ short: 50, long: 3000 }) },
  );
});

it('I1: a member that nobody knows is one line more', async () => {
  const before = collect(wholeAccount).ledger.lines().length;
  const objects = paths.filter((path) => isObject(at(wholeAccount, path)));
  await assertInPortions(
    fc.property(fc.constantFrom(...objects), (path) => {
      const account = copyOf(wholeAccount);
      put(account, [...path, 'memberOfTomorrow'], 'a value');
      const lines = collect(account).ledger.lines();
      expect([0, 1]).toContain(lines.length - before);
    }),
    { numRuns: runsOf({ short: 30, long: 500 }) },
  );
});

/** Without parts that are one object in two places, as fixtures have them. */
function copyOf(account: Saved): Saved {
  return JSON.parse(JSON.stringify(account));
}

function pathsOf(value: unknown, path: string[]): string[][] {
  if (!isObject(value) && !Array.isArray(value)) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name])),
  ];
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (isContainer(inner) ? inner[name] : undefined),
    value,
  );
}

function put(value: unknown, path: readonly string[], what: unknown): void {
  const around = at(value, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  if (!isContainer(around)) return;
  if (what === undefined) delete around[last];
  else around[last] = what;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
