import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from '../../scim/filters/evaluate.ts';
import type { Filter } from '../../scim/filters/filter.ts';
import { readFilter } from '../../scim/filters/resolve.ts';
import { type Attributes, userType } from '../../scim/index.ts';
import { applyPatch } from '../../scim/patch/apply-patch.ts';
import { readPatch } from '../../scim/patch/read-patch.ts';
import { readProjection } from '../../scim/resources/projection.ts';
import { readResource } from '../../scim/resources/read-resource.ts';
import { userSchema } from '../../scim/schemas/user.ts';
import { urns } from './support/client.ts';
import { comparePlaces, type Place } from './support/compare.ts';

const words = ['', 'a', 'A', 'b', 'work', 'home', 'É', 'é', 'ab"c\\d', 'x.y*'];
const word = fc.constantFrom(...words);
const email = fc.record(
  { value: word, type: fc.constantFrom('work', 'home'), primary: fc.boolean() },
  { requiredKeys: ['value'] },
);
const enterprise = fc.record({ department: word, costCenter: word }, { requiredKeys: [] });
const user = fc
  .record(
    {
      userName: fc.constantFrom('anna', 'Bert', 'carl'),
      externalId: word,
      title: word,
      active: fc.boolean(),
      name: fc.record({ givenName: word, familyName: word }, { requiredKeys: [] }),
      emails: fc.array(email, { maxLength: 3 }),
      [urns.enterprise]: enterprise,
    },
    { requiredKeys: ['userName'] },
  )
  .map((body) => {
    let isFirst = true;
    const emails = body.emails?.map((one) => {
      const primary = one.primary === true && isFirst;
      if (primary) isFirst = false;
      return { ...one, primary };
    });
    const given = { schemas: [urns.user], ...body, ...(emails && { emails }) };
    return readResource(userType, given).attributes;
  });

const textPath = fc.constantFrom(
  'userName',
  'externalId',
  'title',
  'name.givenName',
  'emails',
  'emails.type',
  `${urns.enterprise}:department`,
);
const operator = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le');
const comparison = fc.oneof(
  fc
    .tuple(textPath, operator, word)
    .map(([path, op, value]) => `${path} ${op} ${JSON.stringify(value)}`),
  textPath.map((path) => `${path} pr`),
  fc.boolean().map((value) => `active eq ${value}`),
  fc
    .tuple(word, word)
    .map(([a, b]) => `emails[type eq ${JSON.stringify(a)} and value co ${JSON.stringify(b)}]`),
);
const { filter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    comparison,
    fc.tuple(tie('filter'), tie('filter')).map(([a, b]) => `(${a}) and (${b})`),
    fc.tuple(tie('filter'), tie('filter')).map(([a, b]) => `(${a}) or (${b})`),
    tie('filter').map((one) => `not (${one})`),
  ),
}));

const holds = (text: string, resource: Attributes): boolean => {
  const read = readFilter(text, userType);
  return typeof read === 'boolean' ? read : matches(read, resource);
};

describe('filters', () => {
  it('obey the laws of logic, and every one has an answer', () => {
    fc.assert(
      fc.property(filter, filter, user, (a, b, resource) => {
        const [isA, isB] = [holds(a, resource), holds(b, resource)];
        expect(holds(`not (${a})`, resource)).toBe(!isA);
        expect(holds(`(${a}) and (${b})`, resource)).toBe(isA && isB);
        expect(holds(`(${a}) or (${b})`, resource)).toBe(isA || isB);
        // and binds tighter than or
        expect(holds(`(${a}) or (${b}) and (${a})`, resource)).toBe(isA || (isB && isA));
      }),
    );
  });

  it('compare consistently', () => {
    fc.assert(
      fc.property(textPath, word, user, (path, value, resource) => {
        const is = (op: string) => holds(`${path} ${op} ${JSON.stringify(value)}`, resource);
        expect(is('ne')).toBe(!is('eq'));
        if (is('eq'))
          for (const op of ['co', 'sw', 'ew', 'ge', 'le']) expect([op, is(op)]).toEqual([op, true]);
        if (is('sw') || is('ew')) expect(is('co')).toBe(true);
        const isThere = holds(`${path} eq null`, resource) === false;
        // An address is there when any part of it is; compared with null is only its value.
        if (path !== 'emails') expect(holds(`${path} pr`, resource)).toBe(isThere);
      }),
    );
  });

  it('name nothing but what the schemas have', () => {
    const names = new Set(
      userSchema.attributes.map(({ name }) => name).concat('externalId', 'department'),
    );
    const check = (node: Filter): void => {
      if (node.kind === 'and' || node.kind === 'or') for (const part of node.filters) check(part);
      else if (node.kind === 'not') check(node.filter);
      else {
        expect(names).toContain(node.path.attribute.name);
        if (node.kind === 'element') check(node.filter);
      }
    };
    fc.assert(
      fc.property(filter, (text) => {
        const read = readFilter(
          text.toUpperCase().replaceAll(/\b(TRUE|FALSE)\b/g, (one) => one.toLowerCase()),
          userType,
        );
        if (typeof read !== 'boolean') check(read);
      }),
    );
  });

  it('of any text are read or refused as invalidFilter', () => {
    const piece = fc.constantFrom(
      ...[
        'userName',
        'emails',
        '[',
        ']',
        '(',
        ')',
        'and',
        'or',
        'not',
        'eq',
        'pr',
        '"a"',
        '"',
        '.',
        '].value',
        'true',
        '1',
        ' ',
        '\\',
      ],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece, { maxLength: 30 }).map((all) => all.join(' ')),
        ),
        (text) => {
          try {
            readFilter(text, userType);
          } catch (error) {
            expect(error).toMatchObject({ status: 400, scimType: 'invalidFilter' });
          }
        },
      ),
    );
  });
});

const operation = fc.oneof(
  fc.record({
    op: fc.constantFrom('add', 'Replace'),
    path: fc.constantFrom('title', 'name.givenName', 'externalId'),
    value: word,
  }),
  fc.record({
    op: fc.constantFrom('add', 'replace'),
    path: fc.constant('emails'),
    value: fc.array(email, { maxLength: 2 }),
  }),
  fc.record({
    op: fc.constantFrom('add', 'replace'),
    path: fc.constant('emails[type eq "work"].value'),
    value: word,
  }),
  fc.record({
    op: fc.constantFrom('add', 'replace'),
    path: fc.constant('emails[type eq "home"].primary'),
    value: fc.boolean(),
  }),
  fc.record({
    op: fc.constant('remove'),
    path: fc.constantFrom('title', 'name', 'emails', 'emails[value co "a"]', urns.enterprise),
  }),
  fc.record({
    op: fc.constant('replace'),
    value: fc.record(
      { title: word, active: fc.constantFrom(true, 'False'), [urns.enterprise]: enterprise },
      { requiredKeys: [] },
    ),
  }),
);
const patch = (operations: readonly object[], attributes: Attributes) =>
  applyPatch(
    userType,
    attributes,
    readPatch(userType, { schemas: [urns.patch], Operations: operations }),
    null,
  );

describe('PATCH', () => {
  it('leaves what it was given untouched, and what it makes could have been sent by PUT', async () => {
    await fc.assert(
      fc.asyncProperty(
        user,
        fc.array(operation, { minLength: 1, maxLength: 5 }),
        async (attributes, operations) => {
          const before = JSON.stringify(attributes);
          const after = await patch(operations, attributes).catch((error: unknown) => {
            expect(error).toMatchObject({ status: 400 });
            return null;
          });
          expect(JSON.stringify(attributes)).toBe(before);
          if (!after) return;
          expect(readResource(userType, { schemas: [urns.user], ...after }).attributes).toEqual(
            after,
          );
        },
      ),
    );
  });

  it('does its operations one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(user, operation, operation, async (attributes, first, second) => {
        const both = await patch([first, second], attributes).catch(() => null);
        const one = await patch([first], attributes).catch(() => null);
        const two = one && (await patch([second], one).catch(() => null));
        if (both && two) expect(both).toEqual(two);
      }),
    );
  });

  it('done twice is done once', async () => {
    await fc.assert(
      fc.asyncProperty(user, operation, async (attributes, one) => {
        const once = await patch([one], attributes).catch(() => null);
        if (once) expect(await patch([one], once)).toEqual(once);
      }),
    );
  });
});

describe('projection', () => {
  const names = fc.subarray(
    [
      'userName',
      'title',
      'emails',
      'emails.value',
      'name.givenName',
      urns.enterprise,
      `${urns.enterprise}:department`,
      'active',
      'nothing',
    ],
    { minLength: 1 },
  );
  const resource = user.map((attributes) => ({ schemas: [urns.user], id: '1', ...attributes }));

  it('shows and hides complementary parts', () => {
    fc.assert(
      fc.property(resource, names, (whole, some) => {
        const shown = readProjection(userType, { attributes: some.join(',') }).apply(whole);
        const rest = readProjection(userType, { excludedAttributes: some }).apply(whole);
        const leaves = (value: unknown, path = ''): string[] =>
          typeof value === 'object' && value !== null
            ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}/${name}`))
            : [`${path}=${value}`];
        const always = leaves({ schemas: whole.schemas, id: whole.id });
        expect(shown).toMatchObject({ schemas: whole.schemas, id: whole.id });
        expect(rest).toMatchObject({ schemas: whole.schemas, id: whole.id });
        expect([...leaves(shown), ...leaves(rest)].toSorted()).toEqual(
          [...leaves(whole), ...always].toSorted(),
        );
      }),
    );
  });

  it('applied twice is applied once', () => {
    fc.assert(
      fc.property(resource, names, (whole, some) => {
        for (const given of [{ attributes: some }, { excludedAttributes: some }]) {
          const projection = readProjection(userType, given);
          expect(projection.apply(projection.apply(whole))).toEqual(projection.apply(whole));
        }
      }),
    );
  });
});

describe('order', () => {
  const place: fc.Arbitrary<Place> = fc.tuple(
    fc.oneof(fc.constant(null), word),
    fc.constantFrom('1', '2', '3'),
  );

  it('is total, and missing values come last ascending and first descending', () => {
    fc.assert(
      fc.property(fc.array(place), (places) => {
        const ascending = places.toSorted((a, b) => comparePlaces('ascending', a, b));
        const descending = places.toSorted((a, b) => comparePlaces('descending', a, b));
        const keys = (all: Place[]) => all.map(([key]) => key);
        expect(keys(descending)).toEqual(keys(ascending).toReversed());
        const missing = ascending.findIndex(([key]) => key === null);
        if (missing >= 0)
          expect(ascending.slice(missing).every(([key]) => key === null)).toBe(true);
      }),
    );
  });
});
