import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ImportOptions,
  importFrom,
  type WrittenImport,
} from '../../src/migration/import-from.ts';
import { smallAccount, smallKey, smallProduct, smallSaved } from './small-product.ts';

const options: ImportOptions = {
  answers: new Map(),
  since: new Date('2026-03-01T12:00:00Z'),
  lock: new Map(),
};

function written(
  account: Record<string, unknown[]>,
  further: Partial<ImportOptions> = {},
): WrittenImport {
  const result = importFrom(smallProduct, smallSaved(account), { ...options, ...further });
  if (result.outcome !== 'written') throw new Error('It asked.');
  return result;
}

interface Place {
  kind: string;
  /** Names and indexes from the kind's list on. */
  path: readonly (string | number)[];
}

/** Every object in the account, whole ones and those inside. */
function placesIn(account: Record<string, unknown[]>): Place[] {
  const found: Place[] = [];
  const visit = (kind: string, path: Place['path'], value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value) && path.length > 0) found.push({ kind, path });
    for (const [name, member] of Object.entries(value))
      visit(kind, [...path, Array.isArray(value) ? Number(name) : name], member);
  };
  for (const [kind, objects] of Object.entries(account)) visit(kind, [], objects);
  return found;
}

function withMember(place: Place, name: string, value: unknown): Record<string, unknown[]> {
  const account = structuredClone(smallAccount());
  let at: unknown = account[place.kind];
  for (const step of place.path) at = Reflect.get(Object(at), step);
  Reflect.set(Object(at), name, value);
  return account;
}

const leaf = fc.oneof(fc.string({ minLength: 1, maxLength: 200 }), fc.integer(), fc.boolean());
const member = fc.oneof(
  leaf,
  fc.array(leaf, { minLength: 1, maxLength: 3 }),
  fc.dictionary(fc.string({ minLength: 1, maxLength: 9 }), leaf, { minKeys: 1, maxKeys: 3 }),
);
const unknownName = fc.string({ minLength: 1, maxLength: 12 }).map((name) => `new_${name}`);
const place = fc.constantFrom(...placesIn(smallAccount()));

describe('an import', () => {
  const usual = written(smallAccount());

  it('I1: has exactly one line more for a member that nobody knows', () => {
    fc.assert(
      fc.property(place, unknownName, member, (where, name, value) => {
        const { report } = written(withMember(where, name, value));
        const more = report.lines.filter(
          (line) => !usual.report.lines.some((one) => JSON.stringify(one) === JSON.stringify(line)),
        );
        expect(report.lines.length).toBe(usual.report.lines.length + 1);
        expect(more.map(({ level, kind }) => [level, kind])).toEqual([['unread', where.kind]]);
      }),
    );
  });

  it('I1: has no line for what a row calls noise or without effect, and one for its other values', () => {
    const linesWith = (escalates: unknown) =>
      written(withMember({ kind: 'users', path: [0] }, 'escalates', escalates)).report.lines.length;
    expect(linesWith(false)).toBe(usual.report.lines.length);
    expect(linesWith(true)).toBe(usual.report.lines.length + 1);
  });

  it('I2: has counts that add up', () => {
    fc.assert(
      fc.property(place, unknownName, member, (where, name, value) => {
        for (const counts of written(withMember(where, name, value)).report.counts)
          expect(counts.read).toBe(counts.imported + counts.residue + counts.noise);
      }),
    );
  });

  it('I3: gives the same bytes in whatever order the product lists its objects', () => {
    const orders = fc.record(
      Object.fromEntries(
        Object.entries(smallAccount()).map(([kind, objects]) => [
          kind,
          fc.shuffledSubarray(objects, { minLength: objects.length }),
        ]),
      ),
    );
    fc.assert(
      fc.property(orders, (account) => {
        expect([...written(account).files].sort()).toEqual([...usual.files].sort());
      }),
    );
  });

  it('I4: keeps every address under the lock, whatever things are called now', () => {
    const name = fc.string({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 5, maxLength: 5 }), (names) => {
        const account = smallAccount();
        for (const object of Object.values(account).flat())
          Object.assign(Object(object), { name: names.pop() ?? 'x' });
        expect(written(account, { lock: usual.lock }).lock).toEqual(usual.lock);
      }),
    );
  });

  it('I6: shows no secret and no key of the source in any file', () => {
    const secret = fc.stringMatching(/^[A-Za-z0-9]{12,100}$/);
    const digits = fc.stringMatching(/^\+[1-9][0-9]{9,12}$/);
    const secretName = fc.constantFrom('apiKey', 'token', 'webhookSecret', 'password');
    fc.assert(
      fc.property(secret, digits, place, secretName, (key, phone, where, name) => {
        const account = withMember(where, `new_${name}`, key);
        Object.assign(Object(account.integrations?.[0]), { apiKey: `${key}0` });
        Object.assign(Object(account.users?.[1]), { phone, mobile: phone, was: `call ${phone}` });
        const all = [...written(account).files.values()].join('\n');
        expect(all).not.toContain(key);
        expect(all).not.toContain(phone);
        expect(all).not.toContain(smallKey);
      }),
    );
  });

  it('leaves out what names an object that nobody brought, and says so first', () => {
    const account = smallAccount();
    account.teams = [];
    const { report, files } = written(account);
    expect(report.lines.slice(0, 2).map(({ level, key }) => [level, key])).toEqual([
      ['behaviour', 'small:integrations:i1'],
      ['behaviour', 'small:schedules:s1'],
    ]);
    expect([...files.keys()]).not.toContain('schedules.tf');
  });
});
