import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileMapping, evaluateMapping, type Json } from '../../../src/mapping/index.ts';
import {
  createMatchedAttributes,
  namesMet,
  type Place,
} from '../../../src/migration/model/matched-attributes.ts';
import {
  endsWith,
  equalsWithoutSpace,
  notBlank,
  oneOf,
  quoted,
  startsWith,
  whole,
} from '../../../src/migration/model/patterns.ts';
import { runsOf } from '../../support/runs.ts';

const places: Readonly<Record<string, Place>> = {
  message: { ways: [[{ jsonPath: '$.jsonBody.message' }]] },
  title: {
    ways: [
      [{ jsonPath: '$.jsonBody.message' }, { regex: '^\\[\\w+\\] (.+)$' }],
      [{ jsonPath: '$.jsonBody.message' }],
      [{ jsonPath: '$.jsonBody.subject' }],
    ],
  },
  tags: { list: '$.jsonBody.tags' },
};

/** The attributes that a mapping makes of a body for what is asked for. */
function mapped(
  body: Json,
  ask: (matched: ReturnType<typeof createMatchedAttributes<string>>) => void,
) {
  const matched = createMatchedAttributes<string>();
  ask(matched);
  const names = new Set(
    Array.from({ length: 9 }, (_, n) => [`matched_${n}`, `compared_${n}`]).flat(),
  );
  const { attributes } = matched.attributes(names, (field) => places[field] ?? null);
  const compiled = compileMapping({ attributes });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  const evaluated = evaluateMapping(compiled.program, {
    payload: { jsonBody: body },
    integrationName: 'Any',
  });
  return Object.fromEntries(evaluated.attributes.map(({ name, value }) => [name, value]));
}

function isMatched(field: string, pattern: string, body: Json): boolean {
  return mapped(body, (matched) => matched.matching(field, pattern)).matched_1 === 'yes';
}

it.each([
  ['starts with', startsWith('Disk (C:'), ['Disk (C:) full'], ['A Disk (C:', 'disk (c:']],
  ['ends with', endsWith('100%\n'), ['at 100%\n'], ['at 100%', 'at 100%\n\n']],
  ['contains', quoted('a.b\\c/d#e f'), ['(a.b\\c/d#e f)'], ['a-b\\c/d#e f', 'a.b\\c/d#ef']],
  ['is all', whole('.*disk.*'), ['a disk!'], ['a\ndisk', 'a dis']],
  ['is one of', oneOf(['a', 'b|c']), ['a', 'b|c'], ['b', 'ab', 'a\n']],
  ['is equal without white space', equalsWithoutSpace('a b.c'), ['ab.c', ' a b . c\n'], ['ab-c']],
  ['is not blank', notBlank, [' x '], [' \n', '']],
  ['may be empty there', whole('(x)?y*'), ['x', 'yy'], ['z']],
])('a text that %s', (_what, pattern, holding, failing) => {
  for (const message of holding) expect(isMatched('message', pattern, { message })).toBe(true);
  for (const message of failing) expect(isMatched('message', pattern, { message })).toBe(false);
  expect(isMatched('message', pattern, {})).toBe(false);
});

it('text is looked for as it is, whatever it is', () => {
  const text = fc.string({ minLength: 1, maxLength: 12, unit: 'binary' });
  fc.assert(
    fc.property(text, text, (part, other) => {
      const message = `<${other}${part}>`;
      expect(isMatched('message', quoted(part), { message })).toBe(true);
      expect(isMatched('message', whole(quoted(part)), { message })).toBe(false);
      expect(isMatched('message', startsWith(`<${other}`), { message })).toBe(true);
      expect(isMatched('tags', whole(quoted(part)), { tags: [other, part] })).toBe(true);
      expect(isMatched('tags', quoted(message), { tags: [part, other] })).toBe(false);
    }),
    { numRuns: runsOf({ short: 15, long: 300 }) },
  );
});

it('of several ways the first that finds something is the only one that is compared', () => {
  const check = (pattern: string, body: Json) => isMatched('title', pattern, body);
  expect(check(whole('full'), { message: '[FIRING] full' })).toBe(true);
  expect(check('FIRING', { message: '[FIRING] full' })).toBe(false);
  expect(check('FIRING', { message: 'FIRING full' })).toBe(true);
  expect(check('(?i)disk|(full)', { message: 'x', subject: 'disk' })).toBe(false);
  expect(check('(?i)DISK|(full)', { subject: 'disk' })).toBe(true);
  expect(check('(a)\\1', { subject: 'aa' })).toBe(true);
  expect(check('x?', { subject: 'aa' })).toBe(true);
  expect(check('x?', {})).toBe(false);
});

it('of a list one item is enough, and no item reaches into the next', () => {
  const tags = ['env:prod', 'a/b', '["x"]', 7];
  expect(isMatched('tags', whole('env:.*'), { tags })).toBe(true);
  expect(isMatched('tags', whole('env.*b'), { tags })).toBe(false);
  expect(isMatched('tags', whole('a/b'), { tags })).toBe(true);
  expect(isMatched('tags', whole('a\\/b'), { tags })).toBe(true);
  expect(isMatched('tags', 'x"\\]', { tags })).toBe(true);
  expect(isMatched('tags', 'x', { tags: 'x' })).toBe(false);
});

it('asks once for what is asked for twice, and says how a rule asks', () => {
  const matched = createMatchedAttributes<string>();
  expect(matched.matching('message', 'x')).toEqual({
    name: 'matched_1',
    operator: '=',
    value: 'yes',
  });
  expect(matched.matching('tags', 'x', true)).toEqual({
    name: 'matched_2',
    operator: '!=',
    value: 'yes',
  });
  expect(matched.matching('message', 'x', true)?.name).toBe('matched_1');
  expect(matched.matching('message', 'x++')).toBeNull();
  expect(matched.valueOf('gone')).toBe('compared_1');
  const { attributes, missing } = matched.attributes(
    new Set(['matched_2', 'compared_1']),
    (field) => places[field] ?? null,
  );
  expect(attributes.map(({ name }) => name)).toEqual(['matched_2']);
  expect(missing).toEqual(['gone']);
});

it('has the value itself for what conditions compare', () => {
  const values = mapped({ subject: '97.5' }, (matched) => matched.valueOf('title'));
  expect(values).toEqual({ compared_1: '97.5' });
});

it('an integration needs what rules compare that its incidents may meet', () => {
  const rule = (name: string, actions = {}, integrations: string[] | null = null) => ({
    conditions: { integrations, attributes: [{ name, operator: '=' as const, value: 'yes' }] },
    actions,
  });
  const routings = [
    {
      teamId: 'a',
      rules: [rule('1'), rule('2', { assignToTeams: ['b'] }), rule('3', {}, ['other'])],
    },
    { teamId: 'b', rules: [rule('4', { useEscalationPolicyId: 'p' }, ['mine'])] },
    { teamId: 'c', rules: [rule('5', { assignToTeams: ['a'] })] },
    { teamId: 'd', rules: [rule('6')] },
  ];
  const met = (key: string, teamId: string) => [
    ...namesMet({ key, teamId }, routings, (policy) => (policy === 'p' ? 'c' : null)),
  ];
  expect(met('mine', 'a').toSorted()).toEqual(['1', '2', '4', '5']);
  expect(met('any', 'a').toSorted()).toEqual(['1', '2']);
  expect(met('other', 'd')).toEqual(['6']);
});
