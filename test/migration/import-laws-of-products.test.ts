/** What holds of every import, held against the whole account of each product. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject } from '../../src/kernel/index.ts';
import { broughtSchedules } from '../../src/migration/compare/brought-rotas.ts';
import { type ImportOptions, importFrom } from '../../src/migration/import-from.ts';
import { importers } from '../../src/migration/importers.ts';
import type { Added } from '../../src/migration/model/added.ts';
import type { Question } from '../../src/migration/model/importer.ts';
import { createLedger } from '../../src/migration/model/ledger.ts';
import type { KindResult, Results } from '../../src/migration/read/read-all.ts';
import { partOfTeams } from '../../src/migration/write/part-of-teams.ts';
import { referencesOf } from '../../src/migration/write/references.ts';
import { answers as jsmAnswers } from './jsm/account.ts';
import { wholeAccounts } from './whole-accounts.ts';

const since = new Date('2026-11-01T00:00:00Z');

/** Who an account of Atlassian is, else what is usual. */
function answerOf({ id, usual, choices }: Question): string {
  return jsmAnswers.get(id) ?? usual ?? choices?.[0] ?? 'Operations';
}

function importerOf(name: string) {
  const importer = importers.get(name);
  if (!importer) throw new Error(`There is no importer of ${name}.`);
  return importer;
}

function brought(name: string, results: Results): Added[] {
  const importer = importerOf(name);
  const added = new Map<string, Added>();
  importer.bring({
    ...{ ledger: createLedger(name, results, importer.fields), since },
    add(type, key, body) {
      added.set(key, { type, key, body } as Added);
      return key;
    },
    has: (key) => added.has(key),
    answer: answerOf,
  });
  return [...added.values()];
}

function written(name: string, results: Results, more: Partial<ImportOptions> = {}) {
  const saved = {
    product: name,
    url: 'https://example.com',
    savedAt: since.toISOString(),
    results,
  };
  const product = { name, displayName: name, importer: importerOf(name) };
  const asked = importFrom(product, saved, { answers: new Map(), since, lock: new Map(), ...more });
  const answers = new Map(
    asked.outcome === 'needsAnswers'
      ? asked.questions.map((question) => [question.id, answerOf(question)] as const)
      : [],
  );
  const result = importFrom(product, saved, { answers, since, lock: new Map(), ...more });
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  return result;
}

/** Each object of the kinds, changed; null leaves it out. */
function changed(
  results: Results,
  change: (object: unknown, kind: string, of: readonly string[]) => unknown,
): Results {
  return new Map(
    [...results].map(([kind, result]): [string, KindResult] => {
      if (result.state !== 'whole') return [kind, result];
      const answers = result.answers.map(({ of, objects }) => ({
        of,
        objects: objects
          .map((object) => change(object, kind, of))
          .filter((object) => object !== null),
      }));
      return [kind, { state: 'whole', answers }];
    }),
  );
}

function textOf(object: unknown, member: string): string | null {
  const value = isObject(object) ? object[member] : null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

const withoutTeam = new Set([
  ...['tocsin_user', 'tocsin_user_notification_rules', 'tocsin_service'],
  ...['tocsin_service_maintenance', 'tocsin_status_page'],
]);

/** People of the one are in the answers, and the other has tiers in the place of schedules. */
const withoutTurns = new Set(['jsm', 'allquiet']);

describe.each(wholeAccounts)('an import of %s', (name, results) => {
  const usual = written(name, results);
  const added = brought(name, results);

  it('I3: gives the same Terraform in whatever order lists are answered', () => {
    // Of people with one address the first counts, and so does the first of objects with one name.
    const turned = new Map(
      [...results].map(([kind, result]): [string, KindResult] => [
        kind,
        result.state === 'whole'
          ? { state: 'whole', answers: result.answers.toReversed() }
          : result,
      ]),
    );
    const other = written(name, turned);
    for (const [file, text] of usual.files)
      if (file.endsWith('.tf')) expect(other.files.get(file), file).toBe(text);
  });

  it('I4: keeps every address under the lock, whatever things are called now', () => {
    const renamed = changed(results, (object) =>
      typeof object === 'object' &&
      object !== null &&
      'name' in object &&
      typeof object.name === 'string'
        ? { ...object, name: `${object.name} renamed` }
        : object,
    );
    const again = written(name, renamed, { lock: usual.lock });
    for (const [key, address] of usual.lock) expect(again.lock.get(key)).toBe(address);
  });

  it('I6: shows no value of a variable in any file', () => {
    const values = [...usual.secrets.values()].flatMap((value) =>
      typeof value === 'string' && value.length > 6 ? [value] : [],
    );
    for (const [file, text] of usual.files)
      for (const value of values) expect(text.includes(value), `${value} in ${file}`).toBe(false);
  });

  it.skipIf(withoutTurns.has(name))(
    'I7: leaves the turns of the others when a person is removed',
    () => {
      const people = added.flatMap(({ type, key, body }) =>
        type === 'tocsin_user' ? [{ key, body }] : [],
      );
      const [from, until] = [since, new Date('2027-01-01T00:00:00Z')];
      // Who stands in for somebody does so no longer once they are gone.
      const turnsOf = (objects: readonly Added[]) =>
        broughtSchedules(objects.filter(({ type }) => type !== 'tocsin_on_call_override'));
      const before = turnsOf(added);
      for (const { key, body } of people) {
        const id = key.split(':').at(-1);
        const without = changed(results, (object, kind, of) => {
          const [own] = ['id', 'username'].flatMap((member) => textOf(object, member) ?? []);
          return kind.startsWith('user') && ((own ?? of[0]) === id || of[0] === id) ? null : object;
        });
        const after = turnsOf(brought(name, without));
        for (const [schedule, own] of before) {
          const then = after.get(schedule)?.stretches(from, until) ?? [];
          for (const stretch of own.stretches(from, until)) {
            const others = stretch.people.filter((person) => person !== body.email?.toLowerCase());
            const now = then.filter((one) => one.from < stretch.until && one.until > stretch.from);
            // Where nobody of the group is left, lower levels have the turn.
            for (const { people: left } of now)
              if (others.length > 0) expect(left, `${schedule} without ${key}`).toEqual(others);
          }
        }
      }
      expect(people.length * before.size).toBeGreaterThan(1);
    },
  );

  it('team by team brings everything that is of a team, and names nothing that is nowhere', () => {
    const teams = added.filter(({ type }) => type === 'tocsin_team');
    const keys = new Set<string>();
    for (const team of teams) {
      const { added: part, elsewhere, unknown } = partOfTeams(name, added, [team.key]);
      expect(unknown).toEqual([]);
      const there = new Set([...part, ...elsewhere].map(({ key }) => key));
      const known = new Set(added.map(({ key }) => key));
      for (const { key, body } of part) {
        keys.add(key);
        for (const named of referencesOf(name, body))
          if (known.has(named)) expect(there, `${key} names ${named}`).toContain(named);
      }
      const others = part.filter(
        ({ body }) => 'teamId' in body && body.teamId && body.teamId !== team.key,
      );
      expect(others).toEqual([]);
      const { files, report } = written(name, results, { teams: [team.key] });
      expect(report.lines.filter(({ text }) => text.startsWith('left out as'))).toEqual(
        usual.report.lines.filter(
          ({ text, key }) => text.startsWith('left out as') && there.has(key),
        ),
      );
      const all = [...files]
        .flatMap(([file, text]) => (file.endsWith('.tf') ? text : []))
        .join('\n');
      // What is looked up is declared.
      for (const [, type, called] of all.matchAll(/data\.(tocsin_\w+)\.(\w+)\.id/g))
        expect(all).toContain(`data "${type}" "${called}"`);
    }
    const all = partOfTeams(
      name,
      added,
      teams.map(({ key }) => key),
    );
    expect(all.elsewhere).toEqual([]);
    expect(new Set(all.added.map(({ key }) => key)).isSupersetOf(keys)).toBe(true);
    const left = added.filter(({ key }) => !all.added.some((one) => one.key === key));
    // People whom nobody names, and services that no rule does.
    expect(left.filter(({ body }) => 'teamId' in body || 'scheduleId' in body)).toEqual([]);
    expect(new Set(left.map(({ type }) => type)).isSubsetOf(withoutTeam)).toBe(true);
  });

  it('a team is named in any letter case, and one that is not there is said', () => {
    const [team] = added.flatMap((one) => (one.type === 'tocsin_team' ? [one] : []));
    const called = team?.body.displayName.toUpperCase() ?? '';
    fc.assert(
      fc.property(fc.stringMatching(/^no team [a-z]{3,9}$/), (unknown) => {
        const part = partOfTeams(name, added, [called, unknown]);
        expect(part.unknown).toEqual([unknown]);
        expect(part.added.map(({ key }) => key)).toContain(team?.key);
      }),
      { numRuns: 5 },
    );
  });
});
