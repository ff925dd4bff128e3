/** Every folder of `templates/` keeps the promises of `templates/README.md`; its samples go through the real engine. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import {
  type IntegrationType,
  loadCatalogue,
  type Payload,
  preParse,
  splitPayload,
} from '../src/integrations/catalogue/index.ts';
import {
  compileMapping,
  type Evaluation,
  evaluateMapping,
  type Json,
  loadXPath,
  type MappingProgram,
} from '../src/mapping/index.ts';
import { type SampleRequest, wrapSample } from './support/wrap-sample.ts';

interface Sample {
  request: SampleRequest;
  expect: {
    outcome: Evaluation['outcome'];
    severity?: string;
    title?: string;
    correlationId?: string;
    attributes?: Record<string, string>;
  };
}

const root = join(import.meta.dirname, '..');
const directory = join(root, 'templates');
const catalogue = await loadCatalogue(directory);
await loadXPath();

describe.each(catalogue.types.map((type) => [type.id, type] as const))('%s', (_id, type) => {
  const samples = readSamples(type);
  const program = compile(type);

  test('has the samples its record promises', () => {
    const names = samples.map(([name]) => name);
    expect(names).toContain('open');
    if (type.sendsResolve) expect(names).toContain('resolve');
  });

  test('documents its format where it says', () => {
    if (!type.documentation.startsWith('https:')) {
      expect(existsSync(join(root, type.documentation))).toBe(true);
    }
  });

  test.each(samples)('%s gives what its sample expects', async (_name, sample) => {
    const evaluation = evaluate(type, program, await wrapSample(type, sample.request));
    const { outcome, attributes = {}, ...reserved } = sample.expect;
    expect(evaluation, evaluation.failure ?? '').toMatchObject({ outcome, ...reserved });
    const values = Object.fromEntries(
      evaluation.attributes.map(({ name, value }) => [name, value]),
    );
    expect(values).toMatchObject(attributes);
  });

  test('open, update and resolve are one problem', async () => {
    const ids = new Set<string | null>();
    for (const [name, { request }] of samples) {
      if (!['open', 'update', 'resolve'].includes(name)) continue;
      ids.add(evaluate(type, program, await wrapSample(type, request)).correlationId);
    }
    expect([...ids]).toEqual([expect.stringMatching(/./)]);
  });

  test('a body it has never seen is not lost', () => {
    for (const body of [{}, { surprise: [1, null, 'x'] }]) {
      for (const member of ['jsonBody', 'formBody']) {
        const payload: Payload = { method: 'POST', headers: {}, [member]: body };
        expect(evaluate(type, program, payload)).toMatchObject({
          outcome: 'Open',
          severity: 'Warning',
        });
      }
    }
  });

  test('placeholders the tool did not render open an incident of unknown severity', async () => {
    const open = samples.find(([name]) => name === 'open')?.[1];
    if (open === undefined || typeof open.request.body === 'string') return;
    const request = { ...open.request, body: unrendered(open.request.body) };
    const evaluation = evaluate(type, program, await wrapSample(type, request));
    expect(evaluation.outcome).toBe('Open');
    if (!ratesByPresence(type)) expect(evaluation.severity).toBe('Warning');
  });

  test('its samples are renderings of its paste text', () => {
    const paste = type.paste;
    if (paste === null || !paste.fileName.endsWith('.json')) return;
    for (const [name, { request }] of samples) {
      if (!['open', 'update', 'resolve', 'test'].includes(name)) continue;
      const body = typeof request.body === 'string' ? parseObject(request.body) : request.body;
      for (const key of Object.keys(body ?? {})) expect(paste.text).toContain(JSON.stringify(key));
    }
  });

  test('each alert of a split payload is a problem of its own', async () => {
    for (const [, { request }] of samples) {
      const payloads = splitPayload(type, preParse(type, await wrapSample(type, request)));
      const evaluations = payloads.map((payload) => run(program, payload));
      expect(evaluations.map(({ outcome }) => outcome)).not.toContain('Failed');
      if (type.split === null || evaluations.some(({ outcome }) => outcome === 'Discarded'))
        continue;
      const ids = evaluations.map(({ correlationId }) => correlationId);
      expect(new Set(ids).size).toBe(payloads.length);
    }
  });
});

function readSamples(type: IntegrationType): [string, Sample][] {
  const folder = join(directory, type.id, 'samples');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => [
      file.slice(0, -'.yaml'.length),
      load(readFileSync(join(folder, file), 'utf8')) as Sample,
    ]);
}

function compile(type: IntegrationType): MappingProgram {
  const compiled = compileMapping(type.mapping);
  if (!compiled.ok) throw new Error(`${type.id}: ${JSON.stringify(compiled.errors)}`);
  if (compiled.program.warnings.length > 0) {
    throw new Error(`${type.id}: ${JSON.stringify(compiled.program.warnings)}`);
  }
  return compiled.program;
}

function evaluate(type: IntegrationType, program: MappingProgram, payload: Payload): Evaluation {
  return run(program, preParse(type, payload));
}

function run(program: MappingProgram, payload: Payload): Evaluation {
  return evaluateMapping(program, { payload, integrationName: 'The integration' });
}

/** True for a tool that has no severities: being reported at all makes it Critical, whatever the values say. */
function ratesByPresence(type: IntegrationType): boolean {
  return type.mapping.attributes.some(
    ({ name, mappings }) =>
      name === 'Severity' &&
      mappings.length > 1 &&
      mappings.every(
        (step) =>
          step.static ||
          step.map?.startsWith('->') ||
          (step.jsonPath && !step.jsonPath.includes('?')),
      ),
  );
}

function unrendered(value: Json): Json {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map(unrendered);
  if (typeof value !== 'object') return '$UNRENDERED';
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unrendered(item)]));
}

function parseObject(text: string): { [key: string]: Json } | null {
  try {
    const value: Json = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
