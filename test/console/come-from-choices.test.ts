import { expect, it } from 'vitest';
import { barsOf } from '../../console/pages/come-from/bars.ts';
import { fatesOf } from '../../console/pages/come-from/fates.ts';

const here = (displayName: string, email: string) => ({ id: email, displayName, email });
const coming = (name: string, email: string) => ({ key: `opsgenie:users:${email}`, name, email });

it('people are matched by their address, and whoever is called like somebody who is here is asked about', () => {
  const fates = fatesOf(
    [
      coming('Ada', 'Ada@Example.com'),
      coming('Renée Roe', 'renee@old.example.com'),
      coming('Ben', 'ben@old.example.com'),
      coming('Cleo', 'cleo@old.example.com'),
      coming('Ben', 'ben@example.com'),
    ],
    [
      here('Ada', 'ada@example.com'),
      here('renee roe', 'renee@example.com'),
      here('Ben', 'ben@example.com'),
    ],
  );
  expect(fates.map(({ fate }) => fate)).toEqual(['matched', 'unclear', 'new', 'new', 'matched']);
  expect(fates[1]?.others.map(({ email }) => email)).toEqual(['renee@example.com']);
});

it('somebody who stays on duty is one bar, whoever comes and goes beside them', () => {
  const bars = barsOf(
    [
      { from: 0, until: 10, people: ['ada', 'ben'] },
      { from: 10, until: 20, people: ['ada'] },
      { from: 20, until: 30, people: [] },
      { from: 30, until: 40, people: ['ada'] },
    ],
    1,
  );
  expect(bars.map(({ userId, kind, start, end }) => [userId, kind, start, end])).toEqual([
    ['ada', 'Schedule', 0, 20],
    ['ben', 'Schedule', 0, 10],
    [null, 'Gap', 20, 30],
    ['ada', 'Schedule', 30, 40],
  ]);
});
