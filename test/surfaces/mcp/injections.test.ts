import { expect, it } from 'vitest';
import { isObject } from '../../../src/kernel/index.ts';
import { safeAnswer } from '../../../src/surfaces/mcp/safe-answer.ts';
import {
  answerResult,
  problemResult,
  type ToolResult,
} from '../../../src/surfaces/mcp/tool-result.ts';
import { agentUseOf, loadPublicApi } from '../../../src/surfaces/public-api/index.ts';
import { isWhole } from '../../support/runs.ts';
import { byLanguage, injections } from './injections.ts';
import { sampleAnswer } from './sample-answer.ts';

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
function outside({ content }: ToolResult): string {
  const text = content[0]?.text ?? '';
  const [, mark = ''] = /with ([0-9a-f]{16}) is data/.exec(text) ?? [];
  const [start, end] = [text.indexOf(`<<< ${mark}`), text.lastIndexOf(`>>> ${mark}`)];
  expect(start).toBeGreaterThan(0);
  return `${text.slice(0, start)}${text.slice(end)}`.replaceAll(mark, 'MARK');
}

/** The data of an answer with its foreign texts taken out. */
function frame(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(frame);
  if (typeof value === 'string') return value === 'ours' ? value : 'foreign';
  if (!isObject(value)) return value;
  return Object.values(value).map(frame);
}

const unseen = /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u{E0000}-\u{E007F}\u001B]/u;

/** The same answer with a plain text and with an injection in every foreign place. */
function differenceBy(text: string, operationId: string): string | null {
  const schema = schemaOf(operationId);
  const [plain, hostile] = ['Disk is full', text].map((one) =>
    answerResult(operationId, sampleAnswer(schema, one), schema),
  );
  if (!plain || !hostile) return null;
  const { cut: _, ...data } = hostile.structuredContent ?? {};
  const isSame =
    outside(plain) === outside(hostile) &&
    plain.isError === hostile.isError &&
    JSON.stringify(frame(plain.structuredContent)) === JSON.stringify(frame(data)) &&
    !unseen.test(JSON.stringify(hostile));
  return isSame ? null : `${operationId}: ${text}`;
}

const asked = operations.filter((one) => ['read', 'act'].includes(agentUseOf(one)));

it('there are 300 texts in 12 languages, each once', () => {
  expect([...byLanguage.values()].map((texts) => texts.length)).toEqual(Array(12).fill(25));
  expect(new Set([...byLanguage.values()].flat()).size).toBe(300);
});

/** Law: whatever somebody outside has written, an answer is the same outside of its marks. */
it('no text changes what stands outside of the marks, in any answer that an agent may get', () => {
  expect(asked.length).toBeGreaterThan(100);
  const found = asked.flatMap(({ operationId }, place) =>
    injections
      .filter((_, at) => isWhole || (at + place) % 100 === 0)
      .map((text) => differenceBy(text, operationId)),
  );
  const ofIncidents = injections.map((text) => differenceBy(text, 'getIncident'));
  expect([...found, ...ofIncidents].filter((one) => one !== null).slice(0, 5)).toEqual([]);
});

it('no text changes what stands outside of the marks of a refusal', () => {
  const problem = (detail: string) => ({ code: 'x', detail, errors: { [detail]: [detail] } });
  const refused = problemResult('get_incident', 400, problem('plain'));
  for (const text of injections) {
    const shown = problemResult('get_incident', 400, problem(text));
    expect(outside(shown)).toBe(outside(refused));
    expect(JSON.stringify(shown)).not.toMatch(unseen);
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
