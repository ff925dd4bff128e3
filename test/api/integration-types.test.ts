import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sayIn } from '../../console/parts/said/say-in.ts';
import { inGerman } from '../../openapi/texts/in-german.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { receivesRequests } from '../../src/integrations/index.ts';
import type { Sentence } from '../../src/sentences/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { webhookPathOf } from '../support/webhook.ts';

const templates = join(import.meta.dirname, '../../templates');
const docs = join(import.meta.dirname, '../../docs/integrations');
const { types } = await loadCatalogue(templates);
const base = 'https://alerts.example.com';
let server: TestApp;
let team: string;
beforeAll(async () => {
  server = await startTestApp({ env: { TOCSIN_PUBLIC_URL: base } });
  team = await server.api.make('/team', { displayName: 'T' });
});
afterAll(() => server.stop());

type TypeAnswer = {
  webhookUrl: string | null;
  receiverUrl: string | null;
  steps: string[];
  pasteTexts: { fileName: string; text: string }[];
  warning: string | null;
  stepSentences: Sentence[];
};

const ask = (path: string) => server.api.get(`/inbound-integration/types${path && `/${path}`}`);

describe('every type', () => {
  it.each(types.map((type) => [type.id, type] as const))(
    '%s says what to do in the tool, with an address everywhere one belongs',
    async (id, type) => {
      const { status, body, text } = await ask(id);
      expect(status, text).toBe(200);
      expect(body).toMatchObject({
        id,
        displayName: type.displayName,
        documentation: type.documentation,
        sendsResolve: type.sendsResolve,
        multiAlert: type.multiAlert,
        authentication: { sends: type.authentication.sends, note: type.authentication.note.en },
        unconfirmed: type.unconfirmed.map(({ en }) => en),
        untested: type.untested?.en ?? null,
      });
      expect(text).not.toMatch(/\{\{(webhook|call)Url/);
      const { webhookUrl, receiverUrl, steps, warning } = body as TypeAnswer;
      if (receivesRequests(type)) {
        expect(webhookUrl).toBe(`${base}/api/webhook/INGEST_TOKEN`);
        expect(steps.length).toBeGreaterThan(0);
      } else {
        expect(webhookUrl).toBeNull();
        const isRefused = Boolean(type.callRouting?.refusal);
        expect(warning !== null).toBe(type.source === 'mail' || isRefused);
      }
      expect(receiverUrl !== null).toBe(type.source === 'receiver');
    },
  );
});

describe('a type that no live account was ever connected to, and one that is refused,', () => {
  it('are marked in the list, on their pages, in the index of the pages and in their files', async () => {
    const { body } = await ask('');
    const listed = body.items as { id: string; untested: string | null; refusal: string | null }[];
    const index = await readFile(join(docs, 'README.md'), 'utf8');
    for (const { id, callRouting, ...type } of types) {
      const untested = type.untested?.en ?? null;
      const refusal = callRouting?.refusal?.en ?? null;
      expect(listed).toContainEqual(expect.objectContaining({ id, untested, refusal }));
      const page = await readFile(join(docs, `${id}.md`), 'utf8');
      const file = await readFile(join(templates, id, 'default.tf'), 'utf8');
      for (const sentence of [untested, refusal].filter((one) => one !== null))
        for (const text of [page, file]) expect(text, id).toContain(sentence);
      const row = index.split('\n').find((line) => line.includes(`(${id}.md)`));
      expect(row?.includes('(untested)'), id).toBe(untested !== null);
      expect(row?.includes('(not supported)'), id).toBe(refusal !== null);
    }
    expect(listed.filter(({ untested }) => untested).map(({ id }) => id)).toEqual(['Telnyx']);
  });
});

it('the addresses are those of the integration that is named', async () => {
  const id = await server.api.make('/inbound-integration', {
    displayName: 'Monitors',
    teamId: team,
    type: 'Datadog',
  });
  const { body, text } = await ask(`Datadog?integrationId=${id}`);
  const { webhookUrl, steps, pasteTexts } = body as TypeAnswer;
  expect(webhookUrl).toBe(`${base}${await webhookPathOf(server.api, id)}`);
  expect(steps.join()).toContain(webhookUrl);
  expect(text).not.toMatch(/INTEGRATION_ID|INGEST_TOKEN/);
  expect(pasteTexts.map(({ fileName }) => fileName)).toEqual(['paste.json']);
});

it('whoever reads German gets all of it in German, with the same addresses', async () => {
  for (const { id, settings } of types) {
    const { text, body } = await ask(id);
    const { steps, stepSentences } = body as TypeAnswer;
    expect(text).not.toMatch(/\{\{(webhook|call|receiver)Url/);
    const german = stepSentences.map((sentence) => sayIn(inGerman, sentence) ?? '');
    expect(german).toHaveLength(steps.length);
    for (const [at, step] of german.entries()) {
      expect(step, id).not.toBe(steps[at]);
      expect(addressesIn(step), id).toEqual(addressesIn(steps[at] ?? ''));
    }
    if (settings === null) continue;
    const name = sayIn(inGerman, body.displayNameSentence as Sentence);
    expect(name, id).toMatch(/Überwachung|Telefonnummer|Mail/);
  }
});

function addressesIn(text: string): string[] {
  return (text.match(/https:[^\s`;,')]+/g) ?? []).map((found) => found.replace(/[.:]$/, ''));
}

it('a type is found by its other names, in any letter case', async () => {
  expect((await ask('grafanaalerting')).body.id).toBe('Grafana');
});

it('an unknown type, an unknown integration and one of another type are told apart', async () => {
  expect((await ask('NoSuchTool')).status).toBe(404);
  expect((await ask(`Grafana?integrationId=${randomUUID()}`)).status).toBe(404);
  const id = await server.api.make('/inbound-integration', {
    displayName: 'Hook',
    teamId: team,
    type: 'Webhook',
  });
  const other = await ask(`Grafana?integrationId=${id}`);
  expect([other.status, Object.keys(other.body.errors as object)]).toEqual([
    400,
    ['integrationId'],
  ]);
});
