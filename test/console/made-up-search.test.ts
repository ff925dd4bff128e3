import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, rest, startWithTeam } from '../support/console.ts';

let story: ConsoleStory;
let owner: string;
beforeAll(async () => {
  ({ story, owner } = await startWithTeam());
});
afterAll(async () => story?.stop());

const routes = readFileSync('console/routes.ts', 'utf8');
const nothing = '01a20a54-71a3-7001-95df-3752981c2060';

/** All pages whose address says what they show, with the name of the function that reads it. */
const pages = [...routes.matchAll(/\bpath: '([^']+)',\n\s+validateSearch: (\w+)/g)].map(
  ([, path = '', reader = '']) => ({ path, reader }),
);

/** The names that the function looks for in an address. */
async function namesOf(reader: string): Promise<string[]> {
  const file = routes.match(new RegExp(`\\b${reader}\\b[^;]*? from '\\./([^']+)'`))?.[1] ?? '';
  const read = (await import(`../../console/${file}`))[reader] as (search: object) => unknown;
  const names = new Set<string>();
  read(new Proxy({}, { get: (_, name) => void names.add(String(name)) }));
  return [...names];
}

const madeUp: Readonly<Record<string, readonly string[]>> = {
  'a word': ['all'],
  'a day that there is not, twice': ['2026-02-30', '2026-02-30T25:61'],
  'a long text': ['<b>😀'.repeat(60)],
  'many values': Array.from({ length: 120 }, (_, index) => `${index}`),
  'an id and a number': [nothing, '-1'],
};

describe('what somebody makes up in an address', () => {
  it('concerns more than ten pages', () => expect(pages.length).toBeGreaterThan(10));

  it.concurrent.each(pages)(
    'comes to no request, and leaves the address: $path',
    async ({ path, reader }) => {
      const names = await namesOf(reader);
      expect(names).not.toEqual([]);
      await story.visit({ userId: owner, expected: /status of 404/ }, async (page) => {
        const refused: string[] = [];
        page.on('response', async (response) => {
          if (response.status() === 400) refused.push(`${response.url()} ${await response.text()}`);
        });
        for (const [what, values] of Object.entries(madeUp)) {
          const search = new URLSearchParams({ unheardOf: 'x' });
          for (const name of names) for (const value of values) search.append(name, value);
          await page.goto(`${story.url}${path.replace(/\$\w+/, nothing)}?${search}`);
          await page.waitForFunction('!location.search.includes("unheardOf")');
          await page.waitForSelector('h1, .problem');
          await rest(page);
          expect({ what, refused }).toEqual({ what, refused: [] });
        }
      });
    },
  );
});
