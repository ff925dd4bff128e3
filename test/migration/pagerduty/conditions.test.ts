import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileMapping, evaluateMapping, type Json } from '../../../src/mapping/index.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import {
  type Alternative,
  alternativesIn,
} from '../../../src/migration/products/pagerduty/conditions.ts';
import { createEventAttributes } from '../../../src/migration/products/pagerduty/event-attributes.ts';
import type { Expression } from '../../../src/migration/products/pagerduty/pcl/expression.ts';
import { pathText } from '../../../src/migration/products/pagerduty/pcl/expression.ts';
import { parseCondition } from '../../../src/migration/products/pagerduty/pcl/parse.ts';
import {
  ComparedAttributes,
  Comparisons,
  judgeAttribute,
} from '../../../src/routing/attribute-conditions.ts';
import { runsOf } from '../../support/runs.ts';

/** One condition of a rule, read as the importer reads it. */
function read(text: string, events = createEventAttributes()) {
  const condition = { id: 'X', expression: text };
  const ledger = createLedger(
    'pagerduty',
    new Map([['rules', { state: 'whole', answers: [{ of: [], objects: [condition] }] }]]),
    {},
  );
  const [source] = ledger.all('rules');
  if (!source) throw new Error('nothing to read');
  const alternatives = alternativesIn(source, 'expression', parseCondition(text), {
    ...{ events, variables: new Map() },
  });
  const lines = ledger.lines().filter(({ pointer }) => pointer === '/expression');
  return { alternatives, events, lines: lines.map((line) => `${line.level}: ${line.text}`) };
}

/** Whether one of the alternatives holds for an event as the server reads it. */
function holds(
  alternatives: readonly Alternative[],
  events: ReturnType<typeof createEventAttributes>,
  event: Json,
): boolean {
  const names = new Set(alternatives.flatMap((one) => one.attributes.map(({ name }) => name)));
  const compiled = compileMapping({ attributes: events.attributes(names, []) });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  const { attributes } = evaluateMapping(compiled.program, {
    payload: { jsonBody: event },
    integrationName: 'Any',
  });
  const incident = { title: 'Any', subIncidents: [], attributes };
  const compared = new ComparedAttributes(incident, 'Open', 'Warning');
  return alternatives.some((one) =>
    one.attributes.every(
      (comparison) => judgeAttribute(comparison, compared, new Comparisons()) === 'holds',
    ),
  );
}

/** As the documents say, value by value. */
function judge(expression: Expression, event: Json): boolean {
  switch (expression.is) {
    case 'not':
      return !judge(expression.of, event);
    case 'and':
      return expression.parts.every((part) => judge(part, event));
    case 'or':
      return expression.parts.some((part) => judge(part, event));
    case 'constant':
      return expression.value;
    case 'exists':
      return valueAt(expression.path, event) !== undefined;
    case 'equals':
      return valueAt(expression.path, event) === expression.value;
    case 'compares': {
      const value = valueAt(expression.path, event);
      if (typeof value !== 'number') return false;
      const { operator, value: other } = expression;
      if (operator === '>') return value > other;
      if (operator === '>=') return value >= other;
      return operator === '<' ? value < other : value <= other;
    }
    case 'matches': {
      const found = valueAt(expression.path, event);
      if (found === undefined || found === null) return false;
      const text = typeof found === 'string' ? found : JSON.stringify(found);
      const fold = (one: string) => (expression.exactly ? one : one.toLowerCase());
      if (expression.how === 'regex')
        return new RegExp(expression.value, expression.exactly ? 'sm' : 'ism').test(text);
      const wanted = fold(expression.value);
      return expression.how === 'part' ? fold(text).includes(wanted) : fold(text) === wanted;
    }
    default:
      throw new Error(`not judged here: ${expression.is}`);
  }
}

function valueAt([, ...steps]: readonly (string | number)[], event: Json): Json | undefined {
  const path = steps[0] === 'custom_details' ? ['payload', ...steps] : steps;
  return path.reduce<Json | undefined>(
    (value, step) => (value as Record<string, Json> | undefined)?.[step],
    event,
  );
}

const name = fc.constantFrom('a', 'b', 'c d');
const word = fc.constantFrom('db', 'DB-1', 'web', 'a db', '7');
const path = name.map((one) =>
  /^\w+$/.test(one) ? `event.custom_details.${one}` : `event.custom_details['${one}']`,
);
const exactly = fc.constantFrom('', ' exactly');
const atom = fc.oneof(
  fc.tuple(path, exactly, word).map(([at, how, text]) => `${at} matches${how} '${text}'`),
  fc.tuple(path, exactly, word).map(([at, how, text]) => `${at} matches part${how} '${text}'`),
  fc
    .tuple(path, exactly, fc.constantFrom('^db', 'b.1$', '[wd]+e', '\\\\d'))
    .map(([at, how, text]) => `${at} matches regex${how} '${text}'`),
  path.map((at) => `${at} exists`),
  fc.tuple(path, fc.constantFrom('web', 'db')).map(([at, text]) => `${at} == '${text}'`),
);
const condition = fc.letrec<{ one: string }>((tie) => ({
  one: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    tie('one').map((one) => `not (${one})`),
    fc
      .tuple(tie('one'), fc.constantFrom('and', 'or'), tie('one'))
      .map(([one, how, other]) => `(${one} ${how} ${other})`),
  ),
})).one;
const event = fc
  .dictionary(name, fc.oneof(word, fc.integer({ min: 0, max: 9 })), { maxKeys: 3 })
  .map((details): Json => ({ payload: { custom_details: details } }));

test('rules match the events that conditions match by their documents', () => {
  fc.assert(
    fc.property(condition, event, (text, one) => {
      const expression = parseCondition(text);
      if (expression === null) throw new Error(`not read: ${text}`);
      const { alternatives, events, lines } = read(text);
      fc.pre(!lines.some((line) => line.includes('not brought')));
      expect(holds(alternatives, events, one)).toBe(judge(expression, one));
    }),
    { numRuns: runsOf({ short: 150, long: 5000 }) },
  );
});

test.each([
  ['event.custom_details.load > 5', { load: 6 }, { load: 5 }],
  ['event.custom_details.load <= 5', { load: 5 }, { load: 'high' }],
  ['not event.custom_details.load < 5', { load: 7 }, { load: 3 }],
  ['event.custom_details.isBig == true', { isBig: true }, { isBig: false }],
  ['event.custom_details.owner == nil', { owner: null }, { owner: 'ada' }],
  ["event.custom_details.tags matches part 'prod'", { tags: ['prod'] }, { tags: ['test'] }],
])('%s', (text, matching, other) => {
  const { alternatives, events } = read(text);
  const eventOf = (details: Json): Json => ({ payload: { custom_details: details } });
  expect(holds(alternatives, events, eventOf(matching))).toBe(true);
  expect(holds(alternatives, events, eventOf(other))).toBe(false);
});

test('hours and moments are those of the rule', () => {
  const { alternatives } = read(
    'now in Mon,Tue 08:00:00 to 18:00:00 Europe/Berlin and now > 2026-12-01 08:00:00 Europe/Berlin',
  );
  expect(alternatives).toHaveLength(1);
  expect(alternatives[0]).toMatchObject({
    times: { zone: 'Europe/Berlin' },
    dates: { from: '2026-12-01T07:00:00Z', until: null },
  });
});

test('a number of events is a threshold', () => {
  const { alternatives, lines } = read('trigger_count over 5 minutes > 10');
  expect(alternatives[0]?.threshold).toEqual({ payloads: 11, withinMinutes: 5 });
  expect(lines).toEqual([
    'approximated: counts events of the same incident here, and all events that come to the rule there',
  ]);
});

test.each([
  "cache_var.recent matches 'x'",
  "variables.unknown matches 'x'",
  "event.a matches regex '(?U)x'",
  'trigger_count over 5 minutes < 10',
  'now in Mon 08:00:00 to 18:00:00 Mars/Olympus',
  'now in Mon 08:00:00 to 18:00:00 Europe/Berlin and now in Mon 08:00:00 to 09:00:00 Asia/Tokyo',
  'something else',
])('what rules cannot say is a line and no guess: %s', (text) => {
  const { alternatives, lines } = read(text);
  expect(alternatives).toEqual([]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^behaviour: not brought: /);
});

test('a variable is compared by what it finds', () => {
  const events = createEventAttributes();
  const found = events.variable('host', ['event', 'source'], '^(\\w+)');
  expect(found && pathText(found)).toBe('variables.host');
  expect(events.variable('host', ['event', 'source'], '^(\\w+)')).toEqual(found);
  expect(events.variable('host', ['event', 'class'], '.*')).toEqual(['variables', 'host_2']);
});
