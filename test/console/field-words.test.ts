import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choiceOf } from '../../console/parts/schema-form/choices.ts';
import { germanLabels } from '../../console/parts/schema-form/german-labels.ts';
import { descriptionOf, wordings } from '../../console/parts/schema-form/help.ts';
import { labelOfPath } from '../../console/parts/schema-form/labels.ts';
import { labelsUnseen } from '../../console/parts/schema-form/labels-unseen.ts';
import { resolved, type Schema, schemaNamed } from '../../openapi/types/request-schemas.ts';

const sources = globSync('console/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
/** The request bodies that pages draw forms of. */
const forms = [
  ...new Set(
    sources.flatMap((text) =>
      [...text.matchAll(/\bschema(?:=|: )["'](\w+)["']/g)].map(([, name]) => name ?? ''),
    ),
  ),
];

interface Body {
  requestBody?: { content: Record<string, { schema: Schema } | undefined> };
}

const document = JSON.parse(readFileSync('openapi/bundled/public-v1.json', 'utf8')) as {
  paths: Record<string, Record<string, Body | undefined> | undefined>;
};

interface Member {
  /** As in `ServiceInput.templates.message`. */
  path: string;
  name: string;
  schema: Schema;
}

/** All members, also of the objects within. Deeper than this no form goes. */
function membersOf(schema: Schema, path: string, depth = 0): Member[] {
  return Object.entries(resolved(schema).properties ?? {}).flatMap(([name, raw]) => {
    const member = resolved(raw);
    if (member.readOnly) return [];
    const own = { path: `${path}.${name}`, name, schema: member };
    if (depth > 6) return [own];
    return [
      own,
      ...membersOf(member, own.path, depth + 1),
      ...(member.items ? membersOf(member.items, own.path, depth + 1) : []),
    ];
  });
}

const members = forms.flatMap((form) => membersOf(schemaNamed(form), form));

test('every field of a form has a German name', () => {
  expect(members.length).toBeGreaterThan(300);
  const without = members.filter(({ name }) => germanLabels[name] === undefined);
  expect(without.map(({ path }) => path)).toEqual([]);
});

test('every help of a field is said in German, or is for programs only', () => {
  const untold = members.filter(({ schema }) => {
    const described = descriptionOf(schema);
    return described !== undefined && !wordings.has(described);
  });
  expect(untold.map(({ path, schema }) => `${path}: ${descriptionOf(schema)}`)).toEqual([]);
});

test('no words are kept for what no form says any more', () => {
  const described = new Set(members.map(({ schema }) => descriptionOf(schema)));
  expect([...wordings.keys()].filter((sentence) => !described.has(sentence))).toEqual([]);
  const names = new Set(members.map(({ name }) => name));
  expect(Object.keys(germanLabels).filter((name) => !names.has(name))).toEqual([]);
});

/** Products write their names so. */
const productNames = ['PagerDuty', 'GoAlert', 'Grafana OnCall'];

test('no choice shows the word of a program', () => {
  const choices = members.flatMap(({ schema }) => [
    ...(schema.enum ?? []),
    ...(schema.items ? (resolved(schema.items).enum ?? []) : []),
  ]);
  const shown = choices.flatMap((value) =>
    typeof value === 'string' ? [choiceOf(value, 'en'), choiceOf(value, 'de')] : [],
  );
  expect(
    [...new Set(shown)].filter((word) => /[a-z][A-Z]/.test(word) && !productNames.includes(word)),
  ).toEqual([]);
});

/** The bodies that pages send, by their operations: errors name their members, too. */
const sent = [
  ...new Set(
    sources.flatMap((text) =>
      Array.from(
        text.matchAll(
          /(?:useMutation\(\s*'|\.)(post|put|patch|POST|PUT|PATCH)(?:',|\()\s*'([^']+)'/g,
        ),
        ([, method = '', path = '']) => `${method.toLowerCase()} ${path}`,
      ),
    ),
  ),
].flatMap((name) => {
  const [method = '', path = ''] = name.split(' ');
  const body = document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema;
  return body ? membersOf(body, name) : [];
});

const numbered = (label: string, place: number) => `${label} ${place}`;

test('an error names every field that a page sends in both languages, never as programs write it', () => {
  expect(sent.length).toBeGreaterThan(2000);
  const asPrograms = (name: string) => /[.[\]_]|^\p{Ll}|\p{Ll}\p{Lu}/u.test(name);
  const wrong = sent.filter(
    ({ name }) =>
      asPrograms(labelOfPath(`rules[0].${name}`, 'en', numbered).replace(/JSONPath|XPath/, '')) ||
      (germanLabels[name] ?? labelsUnseen[name]) === undefined,
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
  expect(labelOfPath('rules[0].conditions', 'en', numbered)).toBe('Rules 1 › Conditions');
  expect(labelOfPath('escalationTiers[1].schedules[0].rotationSettings', 'de', numbered)).toBe(
    'Stufe 2 › Plan 1 › Wechsel',
  );
});

test('no label is kept for what no page sends any more, or has twice', () => {
  const names = new Set(sent.map(({ name }) => name));
  expect(Object.keys(labelsUnseen).filter((name) => !names.has(name))).toEqual([]);
  expect(Object.keys(labelsUnseen).filter((name) => germanLabels[name])).toEqual([]);
});
