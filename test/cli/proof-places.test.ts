import { Ajv } from 'ajv';
import { XmlDocument } from 'libxml2-wasm';
import { expect, it } from 'vitest';
import type { Wire } from '../../src/cli/api-connection.ts';
import { proofComment } from '../../src/cli/proof-comment.ts';
import { proofAsJunit, proofAsSarif } from '../../src/cli/proof-files.ts';
import { reportOf } from '../../src/cli/proof-report.ts';
import { proofText } from '../../src/cli/proof-text.ts';

/** Where what decided is in code, and where what would mend it: in each format as those want it who show it. */

type CounterExample = NonNullable<Wire['ProofResult']['counterExample']>;

const policy = { entityType: 'EscalationPolicy', id: 'policy' };
const mending = (text: string, more: Partial<CounterExample['mendings'][number]>) => ({
  ...{ text, textSentence: { code: 'mendRule' as const, values: {}, text }, ...policy },
  ...{ member: null, code: null, ...more },
});
const counterExample: CounterExample = {
  ...{ at: '2026-03-02T10:00:00Z', faults: [], isContradicted: false, peopleTold: 0 },
  ...{ integrationId: 'probe', integration: 'Probe [a](1)', teamId: 'team', timeZoneId: 'UTC' },
  ...{ severity: 'Critical', title: null, attributes: [], messages: [], steps: [], duty: [] },
  objects: [
    { entityType: 'InboundIntegration', id: 'probe', member: null },
    { ...policy, member: 'steps[0]' },
    { entityType: 'User', id: 'beside', member: null },
  ],
  mendings: [
    mending('Take step 1 sooner.', {
      member: 'steps[0].afterMinutes',
      code: 'steps[0].after_minutes = 5',
    }),
    mending('Ada confirms the phone number.', { entityType: 'User', id: 'beside' }),
    mending('Make Bo a member.', { id: null, code: 'resource "x" "y" {\n}' }),
  ],
};
const proof: Wire['Proof'] = {
  ...{ from: '2026-03-02T10:00:00Z', late: 30, newObjects: [] },
  results: [
    {
      ...{
        guaranteeId: 'told',
        changeId: null,
        displayName: 'Told',
        told: { withinMinutes: 5 },
        state: 'Broken',
      },
      ...{ reason: null, reasonSentence: null, until: '2026-03-03T10:00:00Z' },
      ...{ incidentClasses: 1, timeClasses: 1, firstBreakAt: '2026-03-02T10:00:00Z' },
      ...{ holes: [], holesTotal: 0, excused: [], excusedBy: [], counterExample },
    },
  ],
};

const addresses = new Map([
  ['Guarantee told', 'tocsin_guarantee.told'],
  ['InboundIntegration probe', 'tocsin_integration.core'],
  ['EscalationPolicy policy', 'tocsin_escalation_policy.core'],
]);
const lines: Record<string, number> = {
  'tocsin_guarantee.told told': 3,
  'tocsin_integration.core null': 20,
  'tocsin_escalation_policy.core steps[0]': 31,
  'tocsin_escalation_policy.core steps[0].afterMinutes': 32,
};
const inFiles = reportOf(proof, addresses, (address, member) => {
  const line = lines[`${address} ${member}`] ?? null;
  return { address, attribute: member, file: line === null ? null : 'on [1]/a b.tf', line };
});
const withoutFiles = reportOf(proof, addresses, (address, attribute) => ({
  ...{ address, attribute, file: null, line: null },
}));

const text = { type: 'string', minLength: 1 };
const exactly = (properties: object, required: string[] = []) => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const message = exactly({ text, markdown: text, id: text, arguments: {} }, ['text']);
/** The parts of SARIF 2.1.0 that are written, each with all members that its schema knows. */
const location = exactly({
  ...{ id: { type: 'integer', minimum: -1 }, message, annotations: {}, relationships: {} },
  physicalLocation: exactly(
    {
      artifactLocation: exactly(
        { uri: { type: 'string', format: 'uri-reference' }, uriBaseId: text, index: {} },
        ['uri'],
      ),
      region: exactly({ startLine: { type: 'integer', minimum: 1 }, startColumn: { const: 1 } }, [
        'startLine',
      ]),
    },
    ['artifactLocation'],
  ),
  logicalLocations: {
    ...{ type: 'array', uniqueItems: true },
    items: exactly({ name: text, fullyQualifiedName: text, kind: text, index: {} }),
  },
});
const locations = { type: 'array', items: location, uniqueItems: true };
const result = exactly(
  {
    ...{ ruleId: text, level: { enum: ['none', 'note', 'warning', 'error'] }, message },
    partialFingerprints: { type: 'object', additionalProperties: text },
    ...{ locations, relatedLocations: locations },
  },
  ['message'],
);

const resultOf = (report: typeof inFiles) => JSON.parse(proofAsSarif(report)).runs[0].results[0];

it('SARIF has them as related locations to which its message links', () => {
  const found = resultOf(inFiles);
  const ajv = new Ajv({ formats: { 'uri-reference': (uri: string) => URL.canParse(uri, 'a:/') } });
  expect([ajv.validate(result, found), ajv.errors]).toEqual([true, null]);
  const { artifactLocation, region } = found.locations[0].physicalLocation;
  expect([artifactLocation.uri, region.startLine]).toEqual(['on%20%5B1%5D/a%20b.tf', 3]);
  type Related = { id: number; message: { text: string }; physicalLocation: typeof region };
  const related: Related[] = found.relatedLocations;
  expect(
    related.map(({ id, message: { text: said }, physicalLocation: { region: at } }) => [
      ...[id, said, at.startLine],
    ]),
  ).toEqual([
    [1, 'on [1]/a b.tf:20 tocsin_integration.core', 20],
    [2, 'on [1]/a b.tf:31 tocsin_escalation_policy.core steps[0]', 31],
    [3, 'Mended by: Take step 1 sooner.', 32],
  ]);
  const said: string = found.message.text;
  // As 3.11.6 of SARIF 2.1.0 writes links; brackets within their texts are escaped.
  const links = [...said.matchAll(/\[((?:[^\\[\]]|\\.)+)\]\((\d+)\)/g)];
  expect(links.map(([, name, id]) => [name?.replaceAll(/\\(.)/g, '$1'), Number(id)])).toEqual([
    ['on [1]/a b.tf:20', 1],
    ['on [1]/a b.tf:31', 2],
    ['on [1]/a b.tf:32', 3],
  ]);
  expect(said).toContain('“Probe [a] (1)” tells 0 in time');
  expect(said).toMatch(
    /Mended by one of these: Take step 1 sooner\. \(\[.*\]\(3\)\) Ada confirms the phone number\. Make Bo a member\.$/,
  );
});

it('SARIF without files has what would mend it in words', () => {
  const found = resultOf(withoutFiles);
  expect(found.relatedLocations).toBeUndefined();
  expect(found.message.text).toMatch(
    /first at 2026-03-02T10:00:00Z\. Mended by one of these: Take step 1 sooner\. Ada /,
  );
});

const step = 'on [1]/a b.tf:32 tocsin_escalation_policy.core steps[0].afterMinutes';

it('JUnit has the first in its message, and all within', () => {
  const xml = XmlDocument.fromString(proofAsJunit(inFiles));
  const failure = xml.get('/testsuites/testsuite/testcase/failure');
  expect(xml.get('//failure/@message')?.content).toMatch(
    new RegExp(`\\. Mended by: Take step 1 sooner\\. \\(${RegExp.escape(step)}\\)$`),
  );
  expect(failure?.content.replaceAll(/\s+/g, ' ')).toContain(
    `mended by Take step 1 sooner. steps[0].after_minutes = 5 in ${step} mended by Ada`,
  );
  xml.dispose();
});

it('a comment has them before what is folded', () => {
  const [shown = ''] = proofComment(inFiles, null).split('<details>');
  expect(shown).toContain(`- Take step 1 sooner. \`${step}\`\n- Ada confirms the phone number.\n`);
  expect(shown).toContain('- `on [1]/a b.tf:20 tocsin_integration.core`\n');
});

it('JSON has them beside what the server answers', () => {
  const { results } = JSON.parse(proofText(inFiles, 'json', 80));
  const { objects, mendings, ...same } = results[0].counterExample;
  const { objects: _objects, mendings: _mendings, ...whole } = counterExample;
  expect(same).toEqual(whole);
  const place = { file: 'on [1]/a b.tf', address: 'tocsin_escalation_policy.core' };
  expect(objects.map((one: { place?: object }) => one.place)).toEqual([
    { ...place, address: 'tocsin_integration.core', attribute: null, line: 20 },
    { ...place, attribute: 'steps[0]', line: 31 },
    undefined,
  ]);
  expect(mendings.map((one: { place?: object }) => one.place)).toEqual([
    { ...place, attribute: 'steps[0].afterMinutes', line: 32 },
    ...[undefined, undefined],
  ]);
});
