/** No line about a whole object hides what is in it. */
import { describe, expect, it } from 'vitest';
import { isObject } from '../../src/kernel/index.ts';
import { importers } from '../../src/migration/importers.ts';
import { findField } from '../../src/migration/model/fields.ts';
import { createLedger, type Line } from '../../src/migration/model/ledger.ts';
import type { KindResult, Results } from '../../src/migration/read/read-all.ts';
import { reportPage } from '../../src/migration/write/report-page.ts';
import { smallProduct, smallSaved } from './small-product.ts';
import { wholeAccounts } from './whole-accounts.ts';

/** The value with a member that nobody knows in each of its objects; their pointers are added to `places`. */
function withUnknown(value: unknown, pointer: string, places: string[]): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => withUnknown(item, `${pointer}/${index}`, places));
  if (!isObject(value)) return value;
  places.push(`${pointer}/brandNew`);
  const members = Object.entries(value).map(([name, member]) => [
    name,
    withUnknown(member, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, places),
  ]);
  return { ...Object.fromEntries(members), brandNew: 'never seen' };
}

const withoutPlaces = (pointer: string) => pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');

/** What a line names, in the form of rows. */
const namedBy = ({ kind, pointer, members = [] }: Line) =>
  ['', ...members.map((member) => `/${member}`)].map(
    (member) => `${kind} ${withoutPlaces(pointer + member)}`,
  );

describe.each(wholeAccounts)('the report of an import of %s', (name, results) => {
  it('I1: names every member that nobody knows, in whatever object it is', () => {
    const importer = importers.get(name);
    if (!importer) throw new Error(`There is no importer of ${name}.`);
    const places = new Set<string>();
    const seeded: Results = new Map(
      [...results].map(([kind, result]): [string, KindResult] => {
        if (result.state !== 'whole') return [kind, result];
        const answers = result.answers.map(({ of, objects }) => {
          const pointers: string[] = [];
          const changed = objects.map((object) => withUnknown(object, '', pointers));
          // A row says of it that it is the same elsewhere, or all that is below is taken.
          for (const pointer of pointers) {
            const row = findField(importer.fields[kind] ?? [], pointer);
            if (!(row?.from.endsWith('*') && !('noPlace' in row)))
              places.add(`${kind} ${withoutPlaces(pointer)}`);
          }
          return { of, objects: changed };
        });
        return [kind, { state: 'whole', answers }];
      }),
    );
    const ledger = createLedger(name, seeded, importer.fields);
    const keys = new Set<string>();
    importer.bring({
      ...{ ledger, since: new Date('2026-11-01T00:00:00Z') },
      add(_, key) {
        keys.add(key);
        return key;
      },
      has: (key) => keys.has(key),
      answer: ({ usual, choices }) => usual ?? choices?.[0] ?? 'Operations',
    });
    const named = new Set(ledger.lines((key) => keys.has(key)).flatMap(namedBy));
    expect([...places].filter((place) => !named.has(place))).toEqual([]);
    expect(places.size).toBeGreaterThan(15);
  });
});

describe('a line', () => {
  const { product: name, results } = smallSaved();
  const { fields } = smallProduct.importer;
  const readTeams = (say: boolean) => {
    const ledger = createLedger(name, results, {
      ...fields,
      teams: [{ from: '/members/**', noPlace: 'has no place', level: 'lost' }],
    });
    if (say) for (const team of ledger.all('teams')) team.say('behaviour', 'said of the whole');
    return ledger;
  };

  it('about all of an object hides nothing of what was made of it', () => {
    const textsOf = (isBrought: boolean) =>
      readTeams(true)
        .lines(() => isBrought)
        .flatMap(({ kind, text }) => (kind === 'teams' ? [text] : []));
    expect(textsOf(true)).toContain('has no place');
    expect(textsOf(false)).not.toContain('has no place');
  });

  it('has a long name cut, as it has values', () => {
    const name = 'x'.repeat(200);
    const changed = smallSaved({ teams: [{ id: 't1', name, color: 'red' }] });
    const [line] = createLedger(changed.product, changed.results, fields).lines();
    expect(line?.name.length).toBe(80);
  });

  it('is shown with what it stands for', () => {
    const line = {
      ...{ level: 'lost' as const, kind: 'teams', key: 'small:teams:t1', name: 'Shop' },
      ...{ pointer: '/plan', text: 'has no place', value: null, members: ['*/name', 'color'] },
      ...{ code: 'hasNoPlace', values: [] },
    };
    const report = { ...emptyReport, lines: [line] };
    expect(reportPage(report, 'Small')).toContain(
      '- lost: `/plan`: has no place (with `*/name`, `color`)',
    );
  });
});

const emptyReport = {
  ...{ format: 'tocsin-import-report/1' as const, product: 'small', savedAt: '', since: '' },
  ...{ note: null, notRead: [], counts: [], written: {}, answers: [], variables: [] },
  ...{ removed: [], unsure: [], handEdited: [], compared: null, comparedPolicies: null },
  comparedEvents: null,
};
