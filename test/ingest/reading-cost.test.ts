import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { bodyToPayload, type RawBody } from '../../src/bodies/index.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import {
  type AlertEvaluation,
  type EvaluationRules,
  evaluateBriefly,
  evaluatePayload,
} from '../../src/ingest/evaluate.ts';
import { isCostly } from '../../src/ingest/reading-cost.ts';
import { receivesRequests } from '../../src/integrations/index.ts';
import { loadXPath, type MappingAttribute, ProgramCache } from '../../src/mapping/index.ts';
import { bodyText, type SampleRequest } from '../support/wrap-sample.ts';

/** Which bodies are read where requests are answered: by what is counted, never by a clock. */

const templates = join(import.meta.dirname, '../../templates');
const { types, find } = await loadCatalogue(templates);
const programs = new ProgramCache();
beforeAll(() => loadXPath());

function rulesOf(id: string, splitsAlerts: boolean): EvaluationRules {
  const type = find(id);
  if (!type) throw new Error(`There is no type ${id}.`);
  const program = programs.get(id, () => type.mapping);
  return { type, program, displayName: id, splitsAlerts };
}

function rawOf(body: string, contentType = 'application/json'): RawBody {
  return { method: 'POST', contentType, headers: {}, query: {}, body: Buffer.from(body) };
}

const list = <Item>(length: number, item: (at: number) => Item) =>
  Array.from({ length }, (_, at) => item(at));

/** As Alertmanager sends them: about 450 bytes for each alert. */
const alertmanager = (alerts: number) =>
  JSON.stringify({
    receiver: 'tocsin',
    status: 'firing',
    alerts: list(alerts, (at) => ({
      status: 'firing',
      labels: {
        alertname: `Down${at}`,
        instance: `db-${at}:9100`,
        job: 'node',
        severity: 'critical',
      },
      annotations: {
        summary: 'The host has been down for more than 5 minutes',
        description: 'Nothing answers at its address, so look at the runbook, and at the rack.',
      },
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus:9090/graph?g0.expr=up+%3D%3D+0&g0.tab=1',
      fingerprint: `f${at}`,
    })),
    groupLabels: { job: 'node' },
    commonLabels: { job: 'node' },
    commonAnnotations: {},
    externalURL: 'http://alertmanager',
    version: '4',
  });

describe('a body', () => {
  test.each<[string, RawBody]>([
    ['of numbers that keep their digits', rawOf(`[${'1.0,'.repeat(16_000)}1]`)],
    ['of numbers without', rawOf(`[${'-0,'.repeat(20_000)}1]`)],
    ['of 6,500 names', rawOf(`{${list(6500, (at) => `"k${at}":1`).join()}}`)],
    ['of empty objects', rawOf(`[${'{},'.repeat(20_000)}{}]`)],
    ['of lists', rawOf(`[${'[],'.repeat(20_000)}[]]`)],
    ['of fields of a form', rawOf('a&'.repeat(31_000), 'application/x-www-form-urlencoded')],
    ['of elements', rawOf(`<a>${'<b/>'.repeat(15_000)}</a>`, 'text/xml')],
    ['of more than 64 KB, whatever is in it', rawOf(`"${'x'.repeat(70_000)}"`)],
    ['of 3 MB that were 3 KB before they were unpacked', rawOf(' '.repeat(3_000_000))],
  ])('%s is read in a thread', (_name, raw) => {
    expect(isCostly(raw)).toBe(true);
  });

  test.each<[string, RawBody]>([
    ['of one text of 60 KB', rawOf(JSON.stringify({ log: 'x'.repeat(60_000) }))],
    ['of 40 alerts in 18 KB', rawOf(alertmanager(40))],
    ['that is empty', rawOf('')],
  ])('%s is read where requests are answered', (_name, raw) => {
    expect(isCostly(raw)).toBe(false);
  });

  test('of many alerts is read in a thread where each opens an incident', () => {
    const rules = rulesOf('PrometheusAlertmanager', true);
    const tiny = JSON.stringify({ alerts: list(300, () => ({ status: 'firing' })) });
    expect(isCostly(rawOf(tiny))).toBe(false);
    expect(isCostly(rawOf(tiny), rules)).toBe(true);
    expect(isCostly(rawOf(alertmanager(10)), rules)).toBe(false);
  });

  test('of few bytes is never costly, and of the same with more to it never less', () => {
    const bytes = fc.uint8Array({ maxLength: 2000 });
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 40 }), (body, times) => {
        expect(isCostly({ body })).toBe(false);
        const one = Buffer.concat(list(times, () => body));
        const more = Buffer.concat([one, body]);
        expect(isCostly({ body: one }) && !isCostly({ body: more })).toBe(false);
      }),
    );
  });
});

describe('a mapping', () => {
  const base: MappingAttribute[] = [
    { name: 'Status', mappings: [{ static: 'Open' }] },
    { name: 'Severity', mappings: [{ static: 'Minor' }] },
  ];
  const items = (count: number) =>
    rawOf(JSON.stringify({ list: list(count, (at) => ({ id: at, name: `item ${at}` })) }));
  const many = (count: number, step: (at: number) => MappingAttribute['mappings'][number]) =>
    list(count, (at) => ({ name: `A${at}`, mappings: [step(at)] }));
  async function briefly(name: string, attributes: MappingAttribute[], raw: RawBody) {
    const program = programs.get(name, () => ({ attributes: [...base, ...attributes] }));
    const rules = { ...rulesOf('Webhook', false), program };
    return evaluateBriefly(rules, await bodyToPayload(raw), raw.body.length);
  }

  test.each<[string, MappingAttribute[], RawBody]>([
    ['of 190 searches in everything', many(190, (at) => ({ jsonPath: `$..x${at}` })), items(250)],
    [
      'of 190 filters',
      many(190, (at) => ({ jsonPath: `$.jsonBody.list[?@.id == 'q${at}'].name` })),
      items(200),
    ],
    [
      'of a pattern that tries every way',
      many(20, () => ({ regex: '^(a+)+b?$' })),
      rawOf(`${'a'.repeat(3000)}!`, 'text/plain'),
    ],
    [
      'of elements compared with all others',
      many(20, () => ({ xPath: '//b/preceding::b[@z]' })),
      rawOf(`<a>${'<b/>'.repeat(400)}</a>`, 'text/xml'),
    ],
  ])('%s is run in a thread', async (name, attributes, raw) => {
    expect(isCostly(raw)).toBe(false);
    expect(await briefly(name, attributes, raw)).toBeNull();
  });

  test('of one search in everything is run where requests are answered', async () => {
    const found = await briefly(
      'one search',
      many(1, () => ({ jsonPath: '$..x' })),
      items(100),
    );
    expect(found).toHaveLength(1);
  });
});

test('every sample of every type is read where requests are answered, and gives what it gives without a limit', async () => {
  let samples = 0;
  for (const type of types.filter(receivesRequests)) {
    const folder = join(templates, type.id, 'samples');
    const rules = rulesOf(type.id, type.split !== null);
    for (const file of readdirSync(folder)) {
      const raw = sampleOf(join(folder, file));
      const where = `${type.id}/${file}`;
      expect(isCostly(raw, rules), where).toBe(false);
      const wrapped = await bodyToPayload(raw);
      const { length } = raw.body;
      const brief = await evaluateBriefly(rules, wrapped, length);
      const whole = await evaluatePayload(rules, wrapped, async () => null, length);
      expect(brief && withoutTimes(brief), where).toEqual(withoutTimes(whole));
      samples += 1;
    }
  }
  expect(samples).toBeGreaterThan(300);
});

test('as many alerts of Alertmanager as fit into 18 KB are, too', async () => {
  const rules = rulesOf('PrometheusAlertmanager', false);
  const raw = rawOf(alertmanager(40));
  expect(await evaluateBriefly(rules, await bodyToPayload(raw), raw.body.length)).toHaveLength(1);
});

function sampleOf(path: string): RawBody {
  const { request } = load(readFileSync(path, 'utf8')) as { request: SampleRequest };
  const { contentType = 'application/json', headers = {}, query = {} } = request;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: request.method ?? 'POST',
    contentType,
    headers: { 'content-type': contentType, ...Object.fromEntries(lower) },
    query,
    body: Buffer.from(bodyText(contentType, request.body)),
  };
}

function withoutTimes(evaluations: readonly AlertEvaluation[]): AlertEvaluation[] {
  return evaluations.map((evaluation) => ({
    ...evaluation,
    trace: evaluation.trace.map(({ microseconds: _, ...line }) => line),
  }));
}
