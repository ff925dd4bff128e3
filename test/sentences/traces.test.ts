import { beforeAll, expect, test } from 'vitest';
import { german } from '../../openapi/texts/german/index.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import {
  type AttributesMapping,
  compileMapping,
  type Evaluation,
  evaluateMapping,
  type Json,
  loadXPath,
} from '../../src/mapping/index.ts';
import { inEnglish, inWords, type Sentence, usualSpeech } from '../../src/sentences/index.ts';

/** What a mapping did with a payload, and why it did nothing, in the language of whoever reads it. */

beforeAll(() => loadXPath());

/** What no tool should send, which meets each engine where it gives up. */
const odd: readonly { [key: string]: Json }[] = [
  {},
  { jsonBody: null },
  { jsonBody: [] },
  { textBody: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
  { textBody: 'neither' },
  { xmlBody: '<a><b>' },
  { xmlBody: '<a:b/>' },
  { xmlBody: '<a/>', textBody: 'both' },
  { base64Body: 'AAAA' },
];
const hostile = [
  ...odd,
  { jsonBody: { title: '{{ currentIncident.Status }}'.repeat(2000) } },
  { jsonBody: { text: 'x'.repeat(400_000) } },
  { xmlBody: `<a>${'<b>'.repeat(400)}${'</b>'.repeat(400)}</a>` },
];

/** Steps that give up in as many ways. */
const probing: AttributesMapping = {
  attributes: [
    { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.title' }] },
    { name: 'Severity', mappings: [{ static: 'High' }] },
    { name: 'Title', mappings: [{ static: '/' }] },
    { name: 'GroupingWindowInSeconds', mappings: [{ static: 'soon' }] },
    { name: 'Text', mappings: [{ jsonPath: '$.jsonBody.text' }] },
    { name: 'Fields', expand: true, mappings: [{ jsonPath: '$.jsonBody.text' }] },
    { name: 'Twice', mappings: [{ jsonPath: '$.jsonBody.text' }, { jsonPath: '$.a' }] },
    { name: 'Xml', mappings: [{ xPath: '//a/b' }] },
    { name: 'Prefixed', mappings: [{ xPath: '//c:d' }] },
    { name: 'Sums', mappings: [{ xPath: 'count(//*[count(//*) > 1])' }] },
    { name: 'Runs', mappings: [{ regex: '(x+x+)+y' }] },
    { name: 'Else', mappings: [{ jsonPath: '$.none' }, { map: 'a->b,->c' }] },
  ],
};

function saidIn({ failure, trace }: Evaluation): Sentence[] {
  return [...(failure ? [failure] : []), ...trace.flatMap(({ detail }) => detail ?? [])];
}

function expectSpoken(sentences: readonly Sentence[]): void {
  for (const sentence of new Set(sentences)) {
    expect(german).toHaveProperty(sentence.code);
    expect(sentence.code, JSON.stringify(sentence)).not.toBe('words');
    expect(inWords(sentence, usualSpeech.de)).not.toBe(inEnglish(sentence));
  }
}

test('hostile payloads are explained to whoever reads German, by every mapping of the catalogue', async () => {
  const { types } = await loadCatalogue('templates');
  const codes = new Set<string>();
  const tries = [
    { mapping: probing, payloads: hostile },
    ...types.map(({ mapping }) => ({ mapping, payloads: odd })),
  ];
  for (const { mapping, payloads } of tries) {
    const compiled = compileMapping(mapping);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
    for (const payload of payloads) {
      const input = { payload, integrationName: 'Probe', trace: true };
      const said = saidIn(evaluateMapping(compiled.program, input));
      expectSpoken(said);
      for (const { code } of said) codes.add(code);
    }
  }
  for (const code of ['inOrder', 'valueNotOneOf', 'xPathNeedsOneText', 'neitherXmlNorHtml'])
    expect(codes).toContain(code);
});
