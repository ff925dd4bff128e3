/** Templates by hand from https://grafana.com/docs/oncall/latest/configure/jinja2-templating. */
import { expect, it } from 'vitest';
import { patternFrom, testsIn, valueIn } from '../../../src/migration/products/oncall/jinja.ts';

/** `path pattern` for each test, `!` before one that must not match; alternatives in lists. */
const asked = (template: string) =>
  testsIn(template)?.map((together) =>
    together.map(
      ({ value, pattern, isNot }) => `${isNot ? '!' : ''}${value.jsonPath.slice(10)} ${pattern}`,
    ),
  ) ?? null;

it.each([
  ['{{ payload.severity == "critical" }}', [['.severity ^critical\\z']]],
  ["{{- 'critical' == payload['severity'] -}}", [['.severity ^critical\\z']]],
  ['{{ payload.labels["alert name"] != "a.b" }}', [["!.labels['alert name'] ^a\\.b\\z"]]],
  ['{{ payload.alerts[0].status in ["a", "b"] }}', [['.alerts[0].status ^(?:a|b)\\z']]],
  ['{{ payload.s not in ("a", "b") }}', [['!.s ^(?:a|b)\\z']]],
  ['{{ "disk" in payload.title }}', [['.title disk']]],
  ['{{ "labels" in payload }}', [['.labels ^']]],
  ['{{ payload.get("state", "").upper() == "OK" }}', [['.state (?i)^OK\\z']]],
  ['{{ payload.name | trim | lower == "db" }}', [['.name (?i)^\\s*db\\s*\\z']]],
  ['{{ payload.name | regex_search("^db-\\d+") }}', [['.name ^db-\\d+']]],
  ['{{ payload.name | regex_match("(?P<n>db)") }}', [['.name \\A(?:(?<n>db))']]],
  ['{{ payload.name.startswith("db+") }}', [['.name ^db\\+']]],
  [
    '{{ payload.a == 1 and payload.b == true or payload.c == "x" }}',
    [['.a ^1\\z', '.b ^true\\z'], ['.c ^x\\z']],
  ],
  ['{{ payload.ok }}', [['.ok (?i)^(?:1|true|ok)\\z']]],
])('%s asks for something that mappings can look for', (template, tests) => {
  expect(asked(template)).toEqual(tests);
});

it.each([
  '{% if payload.a %}true{% endif %}',
  '{{ payload.a }}{{ payload.b }}',
  '{{ payload.a == payload.b }}',
  '{{ payload.a | length > 3 }}',
  '{{ payload.a and payload.b }}',
  '{{ payload.a | lower == "DB" }}',
  '{{ payload.get("a", "x") == "x" }}',
  '{{ payload.items() }}',
  '{{ 1 }}',
  'payload.a == "x"',
  '{{ payload.a == "x" ',
])('%s asks for something else', (template) => {
  expect(testsIn(template)).toBeNull();
});

it('a value has a place, and a default', () => {
  expect(valueIn('{{ payload.labels.host }}')).toMatchObject({
    jsonPath: '$.jsonBody.labels.host',
  });
  expect(valueIn('{{ payload.get("a b", "none") }}')).toMatchObject({
    ...{ jsonPath: "$.jsonBody['a b']", otherwise: 'none' },
  });
  expect(valueIn('{{ payload.a | default("x") | trim }}')).toMatchObject({
    ...{ otherwise: 'x', isTrimmed: true },
  });
  expect(valueIn('{{ payload.a }}-{{ payload.b }}')).toBeNull();
});

it('groups with names of Python are those of mappings', () => {
  expect(patternFrom('(?P<a>x)-(?P=a)')).toBe('(?<a>x)-\\k<a>');
});
