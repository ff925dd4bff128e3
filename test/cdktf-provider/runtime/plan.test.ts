import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sameObject } from '../../../cdktf-provider/runtime/equality.ts';
import { planChange } from '../../../cdktf-provider/runtime/plan.ts';
import type { Attributes } from '../../../cdktf-provider/runtime/schema.ts';
import { settleApply, settleRead } from '../../../cdktf-provider/runtime/settle.ts';
import type { Value, ValueObject } from '../../../cdktf-provider/runtime/value.ts';
import { hasUnknown, isObject, isUnknown, UNKNOWN } from '../../../cdktf-provider/runtime/value.ts';

const optional = { description: '', presence: 'optional' } as const;
const computed = { description: '', presence: 'computed' } as const;
const attributes: Attributes = {
  id: { ...computed, type: 'string' },
  version: { ...computed, type: 'number', volatile: true },
  name: { ...optional, presence: 'required', type: 'string' },
  kind: { ...optional, type: 'string', replaces: true },
  zone: { ...optional, presence: 'optional-computed', type: 'string', default: 'UTC' },
  owner: { ...optional, presence: 'optional-computed', type: 'string' },
  tags: { ...optional, type: { set: 'string' } },
  secret: { ...optional, type: 'string', writeOnly: true },
  steps: {
    ...optional,
    nested: {
      nesting: 'list',
      attributes: {
        id: { ...computed, type: 'string' },
        text: { ...optional, type: 'string' },
        retries: { ...optional, presence: 'optional-computed', type: 'number', default: 3 },
      },
    },
  },
};

const text = fc.option(fc.string({ maxLength: 3 }), { nil: null });
const config: fc.Arbitrary<ValueObject> = fc
  .record({
    name: fc.string(),
    kind: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
    zone: text,
    owner: text,
    tags: fc.option(fc.uniqueArray(fc.string({ maxLength: 2 }), { maxLength: 3 }), { nil: null }),
    secret: text,
    steps: fc.option(
      fc.array(fc.record({ text, retries: fc.option(fc.nat(9), { nil: null }) }), { maxLength: 3 }),
      { nil: null },
    ),
  })
  .map((value) => ({ id: null, version: null, ...value }) as ValueObject);

/** A server: fills what is unknown, keeps the rest. */
function apply(planned: ValueObject, version: number): ValueObject {
  const fill = (value: Value, name: string): Value => {
    if (isUnknown(value)) return name === 'version' ? version : `made-${name}`;
    if (Array.isArray(value))
      return value.map((item: Value) => (isObject(item) ? all(item) : item));
    return value;
  };
  const all = (object: ValueObject): ValueObject =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, fill(value, name)]));
  return settleApply(attributes, planned, all(planned));
}

describe('a plan', () => {
  test('of what was just applied is the state itself', () => {
    fc.assert(
      fc.property(config, (wanted) => {
        const state = apply(planChange(attributes, wanted, null).planned, 1);
        expect(hasUnknown(state)).toBe(false);
        expect(planChange(attributes, wanted, state)).toEqual({
          planned: state,
          requiresReplace: [],
        });
      }),
    );
  });

  test('plans every configured value as configured, and settles after an update too', () => {
    fc.assert(
      fc.property(config, config, (first, second) => {
        const state = apply(planChange(attributes, first, null).planned, 1);
        const { planned } = planChange(attributes, second, state);
        for (const name of ['name', 'kind', 'zone', 'owner', 'tags']) {
          if (second[name] !== null) expect(planned[name]).toEqual(second[name]);
        }
        expect(planned.secret).toBeNull();
        expect(planned.id).toBe(state.id);
        const after = apply(planned, 2);
        expect(planChange(attributes, second, after).planned).toEqual(after);
      }),
    );
  });

  test('asks for a new object exactly when an immutable attribute differs', () => {
    fc.assert(
      fc.property(config, config, (first, second) => {
        const state = apply(planChange(attributes, first, null).planned, 1);
        const { requiresReplace } = planChange(attributes, second, state);
        expect(requiresReplace).toEqual(first.kind === second.kind ? [] : [['kind']]);
      }),
    );
  });

  test('moves volatile attributes only together with something else', () => {
    const wanted = { name: 'a', tags: ['x', 'y'] };
    const state = apply(planChange(attributes, wanted, null).planned, 1);
    expect(planChange(attributes, { ...wanted, tags: ['y', 'x'] }, state).planned).toBe(state);
    expect(planChange(attributes, { ...wanted, name: 'b' }, state).planned.version).toBe(UNKNOWN);
  });

  test('takes an unknown for a change, also of an immutable attribute', () => {
    const state = apply(planChange(attributes, { name: 'a', kind: 'a' }, null).planned, 1);
    const plan = planChange(attributes, { name: 'a', kind: UNKNOWN }, state);
    expect(plan.planned.kind).toBe(UNKNOWN);
    expect(plan.requiresReplace).toEqual([['kind']]);
  });

  test('keeps computed parts of list elements by position and makes those of new ones', () => {
    const state = apply(
      planChange(attributes, { name: 'a', steps: [{ text: 'x' }] }, null).planned,
      1,
    );
    const { planned } = planChange(
      attributes,
      { name: 'a', steps: [{ text: 'y' }, { text: 'z' }] },
      state,
    );
    expect(planned.steps).toEqual([
      { id: 'made-id', text: 'y', retries: 3 },
      { id: UNKNOWN, text: 'z', retries: 3 },
    ]);
  });

  test('gives no element the id that another is configured with', () => {
    const id = { ...optional, presence: 'optional-computed', type: 'string' } as const;
    const text = { ...optional, type: 'string' } as const;
    const layers = { ...optional, nested: { nesting: 'list', attributes: { id, text } } } as const;
    const state = { layers: [{ id: 'one', text: 'x' }] };
    const config = { layers: [{ text: 'new' }, { id: 'one', text: 'x' }] };
    expect(planChange({ layers }, config, state).planned.layers).toEqual([
      { id: UNKNOWN, text: 'new' },
      { id: 'one', text: 'x' },
    ]);
  });
});

describe('a read', () => {
  const loose: Attributes = {
    mail: { ...optional, type: 'string', equivalent: 'letter-case' },
    at: { ...optional, type: 'string', equivalent: 'instant' },
    list: { ...optional, type: { list: 'string' }, equivalent: 'order' },
    settings: {
      ...optional,
      equivalent: 'empty-is-null',
      nested: { nesting: 'single', attributes: { a: { ...optional, type: 'string' } } },
    },
    note: { ...optional, type: 'number', local: true },
  };
  const stored = {
    mail: 'A@x',
    at: '2026-01-01T00:00:00Z',
    list: ['a', 'b'],
    settings: null,
    note: 7,
  };

  test('keeps the stored words where the answer says the same in others', () => {
    const answer = {
      mail: 'a@X',
      at: '2026-01-01T01:00:00+01:00',
      list: ['b', 'a'],
      settings: { a: null },
      note: null,
    };
    expect(settleRead(loose, stored, answer)).toEqual(stored);
  });

  test('takes the answer where it says something else', () => {
    const answer = { mail: 'b@x', at: '2026-01-02T00:00:00Z', list: ['a'], settings: { a: 'x' } };
    const read = settleRead(loose, stored, answer);
    expect(sameObject(loose, read, { ...answer, note: 7 })).toBe(true);
  });
});
