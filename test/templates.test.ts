/** Every folder of `templates/` keeps the promises of `templates/README.md`; its samples go through the real engine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type IntegrationType,
  type Payload,
  preParse,
  splitPayload,
} from '../src/catalogue/index.ts';
import { evaluatePayload } from '../src/ingest/evaluate.ts';
import { receivesRequests } from '../src/integrations/types.ts';
import {
  type Evaluation,
  evaluateMapping,
  type Json,
  type MappingProgram,
} from '../src/mapping/index.ts';
import { leafPaths, withLeaf } from './support/leaves.ts';
import {
  integrationName,
  loadTemplates,
  projectRoot,
  type Sample,
  type Template,
} from './support/templates.ts';
import { type SampleRequest, wrapRequest, wrapSample } from './support/wrap-sample.ts';

const templates = await loadTemplates();
const named = (one: Template) => [one.type.id, one] as const;

describe.each(templates.map(named))('%s', (_id, template) => {
  const { type, program, samples, receive, evaluate } = template;
  const known = samples.filter(([name]) => ['open', 'update', 'resolve'].includes(name));

  test('has the samples its record promises', () => {
    const names = samples.map(([name]) => name);
    expect(names).toContain('open');
    if (type.sendsResolve) expect(names).toContain('resolve');
  });

  test('says in German what it says in English, and leaves names of menus and code as they are', () => {
    for (const { en, de } of textsOf(type)) {
      expect(de).not.toBe(en);
      expect(fixedIn(de), de).toEqual(fixedIn(en));
    }
  });

  test('documents its format where it says', () => {
    if (!type.documentation.startsWith('https:')) {
      expect(existsSync(join(projectRoot, type.documentation))).toBe(true);
    }
  });

  test.each(samples)('%s gives what its sample expects', async (_name, sample) => {
    const { others = [], ...first } = sample.expect;
    const evaluations = await receive(sample.request);
    expect(evaluations.map(summary)).toHaveLength(others.length + 1);
    for (const [index, wanted] of [first, ...others].entries()) {
      expectEvaluation(evaluations[index], wanted);
    }
  });

  test('open, update and resolve are one problem, which the mapping names', async () => {
    const ids = new Set<string | null | undefined>();
    for (const [, { request }] of known) {
      const payload = await wrapSample(type, request);
      const id = evaluate(payload)[0]?.correlationId;
      expect(isBody(type, payload, id)).toBe(false);
      ids.add(id);
    }
    expect([...ids]).toEqual([expect.stringMatching(/./)]);
  });

  test('a body it has never seen is not lost', () => {
    for (const body of [{}, { surprise: [1, null, 'x'] }]) {
      for (const member of ['jsonBody', 'formBody']) {
        const [evaluation] = evaluate({ method: 'POST', headers: {}, [member]: body });
        expect(evaluation).toMatchObject({ outcome: 'Open', severity: 'Warning' });
      }
    }
  });

  test.each(Object.entries(unknownBodies))(
    'two bodies it does not know are two problems: %s',
    async (_shape, requestOf) => {
      const ids: (string | null)[] = [];
      for (const text of ['disk full on db-1', 'router down in Paris']) {
        const { payload } = await wrapRequest(type, requestOf(text));
        for (const { outcome, correlationId, title } of evaluate(payload)) {
          expect(outcome).toBe('Open');
          expect(title).toMatch(word);
          ids.push(correlationId);
        }
      }
      expect(ids).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
      expect(ids[0]).not.toBe(ids[1]);
    },
  );

  test('two long bodies that differ only at their end are two problems', async () => {
    const filler = 'L'.repeat(25_000);
    const requests: ((end: string) => SampleRequest)[] = [
      (end) => ({ body: { log: filler, end } }),
      (end) => ({ body: { status: 'critical', state: 'critical', message: `${filler}${end}` } }),
      (end) => ({ contentType: 'text/plain', body: `${filler} ${end}` }),
      (end) => ({ contentType: 'text/plain', body: `${'='.repeat(25_000)}\n${end}` }),
      (end) => ({ contentType: 'application/xml', body: `<a>${filler}<b>${end}</b></a>` }),
      (end) => ({
        contentType: 'application/x-www-form-urlencoded',
        body: { filler, end },
      }),
    ];
    for (const requestOf of requests) {
      const ids = new Set<string | null>();
      for (const end of ['disk full on db-1', 'router down in Paris']) {
        const { payload } = await wrapRequest(type, requestOf(end));
        for (const { correlationId } of evaluate(payload)) {
          expect(correlationId?.length).toBeLessThanOrEqual(256);
          ids.add(correlationId);
        }
      }
      expect(ids.size, JSON.stringify(requestOf('').body).slice(0, 40)).toBe(2);
    }
  });

  test('a part of a composed id that is missing from both never costs the resolve', async () => {
    for (const [opening, ending] of await pairsOf(template)) {
      const id = evaluate(opening)[0]?.correlationId;
      const inEnding = leafPaths(ending).map((path) => path.join('.'));
      for (const path of leafPaths(opening)) {
        if (!inEnding.includes(path.join('.')) || !id?.includes(leafAt(opening, path))) continue;
        const opened = evaluate(withoutLeaf(opening, path));
        if (opened[0]?.outcome !== 'Open' || opened[0].correlationId === id) continue;
        const ended = evaluate(withoutLeaf(ending, path));
        // There it is not what the id is made of.
        if (ended.map(idOf).includes(id)) continue;
        expect(ended.map(idOf), path.join('.')).toContain(opened[0]?.correlationId);
      }
    }
  });

  test('a request with neither body nor query opens nothing, unless that is all the type asks for', async () => {
    const view = { type, program, displayName: integrationName, splitsAlerts: type.split !== null };
    for (const method of ['GET', 'HEAD', 'PUT']) {
      const payload = { method, headers: { 'user-agent': 'browser' } };
      const [evaluation] = await evaluatePayload(
        view,
        { payload, problem: null },
        async () => null,
        0,
      );
      expect(evaluation?.outcome).toBe(type.acceptsEmpty ? 'Open' : 'Discarded');
    }
    expect(type.acceptsEmpty).toBe(type.id === 'Webhook');
  });

  test('a title has a letter or digit, whatever a field holds', async () => {
    for (const payload of await wrapped(template)) {
      for (const path of leafPaths(payload)) {
        for (const value of ['', ' ', '/', ': ', '—']) {
          for (const { title } of evaluate(withLeaf(payload, path, value))) {
            expect(title, path.join('.')).toMatch(word);
          }
        }
      }
    }
  });

  test('titles and ids are never composed of parts that are missing', async () => {
    for (const payload of await wrapped(template)) {
      for (const path of leafPaths(payload)) {
        for (const value of [undefined, null, '']) {
          for (const evaluation of evaluate(withLeaf(payload, path, value))) {
            expect(skeletonsOf(type, evaluation), path.join('.')).toEqual([]);
          }
        }
      }
    }
  });

  test('placeholders the tool did not render open an incident of unknown severity', async () => {
    const open = samples.find(([name]) => name === 'open')?.[1];
    if (open === undefined || typeof open.request.body === 'string') return;
    const request = { ...open.request, body: unrendered(open.request.body) };
    const [evaluation] = await receive(request);
    expect(evaluation?.outcome).toBe('Open');
    if (!ratesByPresence(type)) expect(evaluation?.severity).toBe('Warning');
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
      const evaluations = payloads.map((payload) =>
        evaluateMapping(program, { payload, integrationName }),
      );
      expect(evaluations.map(({ outcome }) => outcome)).not.toContain('Failed');
      if (type.split === null || evaluations.some(({ outcome }) => outcome === 'Discarded'))
        continue;
      const ids = evaluations.map(({ correlationId }) => correlationId);
      expect(new Set(ids).size).toBe(payloads.length);
    }
  });

  test('a list of problems that have nothing to do with each other is always split', () => {
    if (type.preParser === 'first-array-item' || type.preParser === 'cloudevents-binary') {
      expect(type.split?.always).toBe(true);
    }
    if (!type.split?.always) return;
    const several = samples.filter(([, { expect: wanted }]) => wanted.others !== undefined);
    expect(several.length, 'samples with several problems').toBeGreaterThan(0);
  });
});

test.each(templates.filter(({ type }) => !isFedElsewhere(type)).map(named))(
  '%s says step by step how the tool is set up',
  (_id, { type }) => {
    const steps = (type.setup?.steps ?? []).map(({ en }) => en);
    expect(steps.length).toBeGreaterThan(0);
    expect(`${steps.join(' ')} ${type.paste?.text ?? ''}`).toContain('{{webhookUrl}}');
  },
);

test.each(templates.filter(({ type }) => type.paste !== null).map(named))(
  'a placeholder of %s is neither title nor id',
  async (_id, template) => {
    const { type, evaluate } = template;
    const placeholders = placeholdersIn(type.paste?.text ?? '');
    for (const payload of await wrapped(template)) {
      for (const path of leafPaths(payload)) {
        for (const value of placeholders) {
          const changed = withLeaf(payload, path, value);
          for (const { title, correlationId } of evaluate(changed)) {
            expect(title, path.join('.')).not.toContain(value);
            // The body as its own id says what came, placeholders included.
            if (correlationId === null || isBody(type, changed, correlationId)) continue;
            expect(correlationId, path.join('.')).not.toContain(value);
          }
        }
      }
    }
  },
);

/** Types with an address of their own, or none, and those of which no public page tells the steps. */
/** All that a person reads of a type. */
function textsOf({ authentication, setup, untested, unconfirmed, callRouting }: IntegrationType) {
  const said = [untested, callRouting?.refusal].flatMap((text) => text ?? []);
  return [authentication.note, ...(setup?.steps ?? []), ...unconfirmed, ...said];
}

/** Placeholders, code, settings and the path to a menu are no words of a language. */
function fixedIn(text: string): string[] {
  const found = text.matchAll(/\{\{.*?\}\}|`[^`]*`|\b[A-Z]+_[A-Z_]+\b|\S+ > \S+/g);
  return [...found].map(([one]) => one.replace(/[,.:;]$/, '')).toSorted();
}

function isFedElsewhere({ id, category, source }: IntegrationType): boolean {
  if (!receivesRequests({ source })) return true;
  if (category === 'receiver') return id !== 'CloudEvents';
  return ['ApexPing', 'Hydrozen', 'SixtySixUptime'].includes(id);
}

const word = /[\p{L}\p{N}]/u;

/** Requests that no tool sends, with one text to tell them apart. */
const unknownBodies: Record<string, (text: string) => SampleRequest> = {
  'a JSON object': (text) => ({ body: { x: text } }),
  'JSON of which only the state is known': (text) => ({
    body: { status: 'critical', state: 'critical', severity: 'critical', type: 'alert', x: text },
  }),
  'a JSON array': (text) => ({ body: [{ x: text }] }),
  'a JSON text': (text) => ({ body: JSON.stringify(text) }),
  'a form': (text) => ({
    contentType: 'application/x-www-form-urlencoded',
    body: { status: 'critical', x: text },
  }),
  'plain text': (text) => ({ contentType: 'text/plain', body: text }),
  'text that begins with a placeholder': (text) => ({
    contentType: 'text/plain',
    body: `$ALERT_TITLE {{ host }} ${text}`,
  }),
  'text of two placeholders and more': (text) => ({
    contentType: 'text/plain',
    body: `{{ title }} {NAME}: ${text}`,
  }),
  'long text': (text) => ({
    contentType: 'text/plain',
    body: `${text}\n${'Zeile über Zeile\n'.repeat(8_000)}`,
  }),
  XML: (text) => ({
    contentType: 'application/xml',
    body: `<?xml version="1.0"?><alarm><x>${text}</x></alarm>`,
  }),
  'JSON with a quote in it': (text) => ({ body: `{"title":"Alarm "${text}" is on","x":1}` }),
  'JSON that was cut off': (text) => ({ body: `{"status":"critical","x":"${text}` }),
};

function expectEvaluation(evaluation: Evaluation | undefined, wanted: Sample['expect']): void {
  const { attributes = {}, ...reserved } = wanted;
  expect(evaluation, JSON.stringify(evaluation?.failure)).toMatchObject(reserved);
  const values = Object.fromEntries(
    evaluation?.attributes.map(({ name, value }) => [name, value]) ?? [],
  );
  expect(values).toMatchObject(attributes);
}

function summary({ outcome, title, correlationId }: Evaluation) {
  return { outcome, title, correlationId };
}

function idOf({ correlationId }: Evaluation): string | null {
  return correlationId;
}

/** Samples that open a problem of which the id is composed, each with one that ends the same problem. */
async function pairsOf({ samples, type, program }: Template): Promise<[Payload, Payload][]> {
  const seen: { payload: Payload; outcome: string; id: string | null; isComposed: boolean }[] = [];
  for (const [, { request }] of samples) {
    const payload = await wrapSample(type, request);
    const [first] = type.split?.always
      ? splitPayload(type, preParse(type, payload))
      : [preParse(type, payload)];
    if (first === undefined) continue;
    const { outcome, correlationId: id } = evaluateMapping(program, {
      payload: first,
      integrationName,
    });
    seen.push({ payload, outcome, id, isComposed: isComposed(type, first, program) });
  }
  return seen.flatMap((open) =>
    seen
      .filter(
        (one) =>
          open.isComposed &&
          open.outcome === 'Open' &&
          one.outcome === 'Resolved' &&
          one.id === open.id,
      )
      .map((one): [Payload, Payload] => [open.payload, one.payload]),
  );
}

/** Does this payload get its id from an entry with several parts? */
function isComposed(type: IntegrationType, payload: Payload, program: MappingProgram): boolean {
  const { trace } = evaluateMapping(program, { payload, integrationName, trace: true });
  const tries = trace.filter(({ attribute, step }) => attribute === 'CorrelationId' && step === 0);
  const entries = type.mapping.attributes.filter(({ name }) => name === 'CorrelationId');
  const last = entries[tries.length - 1]?.mappings.at(-1);
  const text = `${last?.static}${last?.replace}`;
  return (
    !text.startsWith('incomplete: ') && (text.match(/currentIncident\.|\$\d/g) ?? []).length > 1
  );
}

function leafAt(payload: Payload, path: readonly (string | number)[]): string {
  let at: Json | undefined = payload;
  for (const key of path) at = at instanceof Object ? Reflect.get(at, key) : undefined;
  return String(at);
}

/** A copy without the member; items of an array move up. */
function withoutLeaf(payload: Payload, path: readonly (string | number)[]): Payload {
  const copy = structuredClone(payload);
  let at: Json | undefined = copy;
  for (const key of path.slice(0, -1)) at = at instanceof Object ? Reflect.get(at, key) : undefined;
  const last = path.at(-1) ?? '';
  if (Array.isArray(at)) at.splice(Number(last), 1);
  else if (at instanceof Object) Reflect.deleteProperty(at, last);
  return copy;
}

/** A placeholder of each style that the text has. */
function placeholdersIn(text: string): string[] {
  const found = text
    .replaceAll('{{webhookUrl}}', '')
    .match(
      /\$\{?[A-Za-z_.]+\}?|\{\{[^{}]+\}\}|(?<![{$])\{[\w.:$]+\}|##\w+##|%[a-z]{4,}|\*[A-Za-z]+\*|\[[A-Z_]{4,}\]/g,
    );
  const byStyle = new Map(found?.map((one) => [one.replace(/\w.*/, ''), one]));
  return [...byStyle.values()];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Is this the last alternative of every CorrelationId, the body itself or its hash? */
function isBody(type: IntegrationType, payload: Payload, id: string | null | undefined): boolean {
  if (id?.startsWith('v1:')) return true;
  return splitPayload(type, preParse(type, payload)).some(({ jsonBody, formBody, textBody }) =>
    [jsonBody, formBody]
      .map((body) => JSON.stringify(body))
      .concat(String(textBody))
      .includes(id ?? ''),
  );
}

async function wrapped({ type, samples }: Template): Promise<Payload[]> {
  return Promise.all(samples.map(([, { request }]) => wrapSample(type, request)));
}

/** The composed texts of a mapping that became a title or id although one of their variables has no value. */
function skeletonsOf(type: IntegrationType, evaluation: Evaluation): string[] {
  const values = new Map(
    evaluation.attributes.map(({ name, value }) => [name.toLowerCase(), value]),
  );
  if (evaluation.title !== integrationName) values.set('title', evaluation.title ?? '');
  return type.mapping.attributes.flatMap(({ name, mappings }) => {
    const last = mappings.at(-1);
    const text = last?.static ?? last?.replace ?? '';
    const result = name === 'Title' ? evaluation.title : evaluation.correlationId;
    if (!['Title', 'CorrelationId'].includes(name) || result === null) return [];
    // These say that a part is missing.
    if (text.startsWith('incomplete: ')) return /^incomplete: [\s/]*:/.test(result) ? [result] : [];
    let isIncomplete = false;
    const pattern = text.split(/(\{\{.+?\}\}|\$\d)/).map((piece) => {
      if (/^\$\d$/.test(piece)) return '.+';
      const variable = /^\{\{\s*currentIncident\.(.+?)\s*\}\}$/.exec(piece)?.[1];
      if (variable === undefined) return escaped(piece);
      const value = values.get(variable.toLowerCase()) ?? '';
      if (value === '') isIncomplete = true;
      return escaped(value);
    });
    return isIncomplete && new RegExp(`^${pattern.join('')}$`, 's').test(result)
      ? [`${name}: ${text} gave ${result}`]
      : [];
  });
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
