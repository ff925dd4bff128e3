import { expect, it } from 'vitest';
import { safeAnswer } from '../../../src/surfaces/mcp/safe-answer.ts';
import { answerResult, problemResult } from '../../../src/surfaces/mcp/tool-result.ts';
import { agentUseOf, loadPublicApi } from '../../../src/surfaces/public-api/index.ts';
import { injections } from './injections.ts';

const { operations } = await loadPublicApi(
  new URL('../../../openapi/bundled/public-v1.json', import.meta.url),
);
const schemaOf = (operationId: string) =>
  operations.find((one) => one.operationId === operationId)?.responses[200]?.content?.[
    'application/json'
  ]?.schema;

const incident = (text: string) => ({
  title: text,
  attributes: [{ name: text, value: text }],
  events: [{ message: text }],
});

/** What stands outside of the two marks, without the marks. */
function outside(text: string): string {
  const [, mark = ''] = /with ([0-9a-f]{16}) is data/.exec(text) ?? [];
  const [start, end] = [text.indexOf(`<<< ${mark}`), text.lastIndexOf(`>>> ${mark}`)];
  expect(start).toBeGreaterThan(0);
  return `${text.slice(0, start)}${text.slice(end)}`.replaceAll(mark, 'MARK');
}

it('has 300 texts in 12 languages', () => {
  expect(injections.length).toBeGreaterThanOrEqual(300);
  expect(new Set(injections).size).toBe(injections.length);
});

/** Law: whatever somebody outside has written, an answer is the same outside of its marks. */
it('no text changes what stands outside of the marks', () => {
  const schema = schemaOf('getIncident');
  const plain = answerResult('get_incident', incident('Disk is full'), schema).content[0]?.text;
  const refused = problemResult('get_incident', 400, { code: 'x', detail: 'plain' });
  for (const text of injections) {
    const shown = answerResult('get_incident', incident(text), schema);
    expect(outside(shown.content[0]?.text ?? '')).toBe(outside(plain ?? ''));
    const problem = problemResult('get_incident', 400, { code: 'x', detail: text });
    expect(outside(problem.content[0]?.text ?? '')).toBe(outside(refused.content[0]?.text ?? ''));
    expect(JSON.stringify(shown)).not.toMatch(/[\u202E\u200B\u{E0041}]/u);
  }
});

it('texts of incidents, payloads and callers are cut by what the document says of them', () => {
  const long = 'x'.repeat(70_000);
  const { value } = safeAnswer(incident(long), schemaOf('getIncident'));
  expect(value).toEqual({
    title: 'x'.repeat(300),
    attributes: [{ name: 'x'.repeat(300), value: 'x'.repeat(1000) }],
    events: [{ message: 'x'.repeat(1000) }],
  });
  const payload = safeAnswer({ data: { textBody: long } }, schemaOf('getPayload'));
  expect(payload).toEqual({ value: { data: { textBody: 'x'.repeat(4000) } }, cut: true });
  const call = safeAnswer({ transcript: long }, schemaOf('getCallSession'));
  expect(call.value).toEqual({ transcript: 'x'.repeat(4000) });
});

it('whatever says that it shows payloads is for agents, and what shows them says so', () => {
  const marked = operations.filter(({ responses }) =>
    JSON.stringify(responses[200]).includes('"x-untrusted":"payload"'),
  );
  const showing = marked.filter((one) => agentUseOf(one) !== 'never');
  expect(showing.length).toBeGreaterThan(3);
  expect(
    showing.filter(({ showsPayloads }) => !showsPayloads).map((one) => one.operationId),
  ).toEqual([]);
});
