import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IntegrationType, loadCatalogue } from '../../src/catalogue/index.ts';
import type { OutboundClient } from '../../src/egress/index.ts';
import { type IncidentDocument, incidentModel } from '../../src/incidents/index.ts';
import { type PayloadDocument, payloadModel, traceOf } from '../../src/ingest/index.ts';
import { receivesRequests } from '../../src/integrations/index.ts';
import { toTraceLine } from '../../src/surfaces/public-api/trace-line.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { sendTo, webhookOf } from '../support/webhook.ts';
import { bodyText, type SampleRequest, wrapSample } from '../support/wrap-sample.ts';
import fixture from '../surfaces/webhook/signatures/sns-fixture.json' with { type: 'json' };

/** What a dry run says of a payload is what intake then does with it. */

const directory = join(import.meta.dirname, '../../templates');
const { types } = await loadCatalogue(directory);

/** Amazon's certificate; it signed none of the samples. */
const outbound: OutboundClient = {
  request: async (url) => ({
    url,
    status: 200,
    headers: {},
    body: Buffer.from(fixture.certificatePem),
    isTruncated: false,
  }),
};

let server: TestApp;
let teamId: string;
beforeAll(async () => {
  server = await startTestApp({ outbound });
  teamId = await server.api.make('/team', { displayName: 'Team' });
});
afterAll(() => server.stop());

interface Alert {
  status: string | null;
  title: string | null;
  correlationId: string | null;
  attributes: { name: string; value: string }[];
  trace: object[];
}

interface DryRun extends Alert {
  effect: { outcome: string; reason: string; reasonSentence: object; incidentId: string | null };
  furtherAlerts?: Alert[];
}

/** A sample that was sent, with what the dry run had said of it just before. */
interface Sent {
  where: string;
  said: DryRun;
  payloadId: string;
}

// Where every request is a sign of life, none is a payload.
const fed = types.filter((type) => receivesRequests(type) && type.source !== 'heartbeat');

test('every sample of every type that takes requests', async () => {
  const sent = await Promise.all(fed.map(sendSamples));
  const { store } = server.app.world;
  const payloads = await payloadModel(store).find().lean<PayloadDocument[]>();
  const incidents = await incidentModel(store).find().lean<IncidentDocument[]>();
  const payloadOf = new Map(payloads.map((payload) => [payload._id.toHexString(), payload]));
  const incidentOf = new Map(incidents.map((incident) => [incident._id, incident]));
  for (const ofType of sent) {
    const touched = new Set<string | null>();
    for (const one of ofType) {
      const done = payloadOf.get(one.payloadId);
      if (!done) throw new Error(`${one.where} is not stored`);
      await compare(one, done, touched, incidentOf);
      for (const id of done.incidentIds ?? [done.incidentId]) touched.add(id);
    }
  }
  // Most traces are made anew, so that this compares them with what happened.
  const anew = payloads.filter(({ trace }) => trace === undefined);
  expect(anew.length).toBeGreaterThan(0.8 * payloads.length);
  // All fates were met, many times over.
  for (const fate of ['Opened', 'Updated', 'Resolved', 'Discarded'])
    expect(payloads.filter(({ outcome }) => outcome === fate).length, fate).toBeGreaterThan(50);
});

/** Sends the samples in the order of a problem's life. */
async function sendSamples(type: IntegrationType): Promise<Sent[]> {
  const made = { displayName: type.id, type: type.id, teamId };
  const id = await server.api.make('/inbound-integration', made);
  const webhook = await webhookOf(server, id);
  const sent: Sent[] = [];
  for (const [name, request] of samplesOf(type)) {
    const said = await dryRun(id, type, request);
    sent.push({ where: `${type.id}/${name}`, said, payloadId: await post(webhook, request) });
  }
  return sent;
}

async function compare(
  { where, said }: Sent,
  done: PayloadDocument,
  before: ReadonlySet<string | null>,
  incidents: ReadonlyMap<string, IncidentDocument>,
): Promise<void> {
  expect(done.outcome, where).toBe(said.effect.outcome);
  // A dry run cannot know how it goes with the vendor.
  if (!said.effect.reason.endsWith('sets up its connection; it reports nothing.'))
    expect(done.reason, where).toEqual(said.effect.reasonSentence);
  const alerts = [said, ...(said.furtherAlerts ?? [])];
  const traces = alerts.flatMap(({ trace }) => trace);
  const shown = await traceOf(server.app.world, done);
  expect(shown.note, where).toBeUndefined();
  expect(withoutTimes(shown.traces.flat().map(toTraceLine)), where).toEqual(withoutTimes(traces));
  const { incidentId } = done;
  if (incidentId === null) {
    expect(said.effect.incidentId, where).toBeNull();
    return;
  }
  // A new incident has no id before it is there.
  expect(said.effect.incidentId, where).toBe(before.has(incidentId) ? incidentId : null);
  const incident = incidents.get(incidentId);
  const told = alerts.find(({ correlationId }) => correlationId === incident?.correlationId);
  expect(told, where).toBeDefined();
  const event = incident?.events.find(({ by }) => payloadIdOf(by) === done._id.toHexString());
  expect(event?.status, where).toBe(told?.status);
  const names = incident?.attributes.map(({ name }) => name);
  for (const { name } of told?.attributes ?? []) expect(names, where).toContain(name);
}

function payloadIdOf(by: IncidentDocument['events'][number]['by']): string | null {
  return by?.kind === 'integration' ? by.payloadId : null;
}

async function dryRun(
  integrationId: string,
  type: IntegrationType,
  request: SampleRequest,
): Promise<DryRun> {
  const payload = await wrapSample(type, request);
  const { method, headers, query } = request;
  const contentType = request.contentType ?? 'application/json';
  const asSent = {
    contentType,
    body: bodyText(contentType, request.body),
    ...(method && { method }),
    ...(headers && { headers }),
    ...(query && { query: new URLSearchParams(query).toString() }),
  };
  const said = [];
  for (const input of [{ payload }, { request: asSent }]) {
    const path = '/inbound-integration-mapping/evaluate';
    const answer = await server.api.post(path, { integrationId, ...input });
    expect(answer.status, answer.text).toBe(200);
    said.push(answer.body as unknown as DryRun);
  }
  const [wrapped, sent] = said as [DryRun, DryRun];
  // How long it took differs from run to run.
  const plain = (one: DryRun) => ({
    ...one,
    trace: withoutTimes(one.trace),
    budget: undefined,
    furtherAlerts: [],
  });
  expect(plain(sent), type.id).toEqual(plain(wrapped));
  return sent;
}

async function post(webhook: string, request: SampleRequest): Promise<string> {
  const contentType = request.contentType ?? 'application/json';
  const query = new URLSearchParams(request.query).toString();
  const { status, body, text } = await sendTo(query === '' ? webhook : `${webhook}?${query}`, {
    method: request.method ?? 'POST',
    headers: { 'content-type': contentType, ...request.headers },
    body: bodyText(contentType, request.body),
  });
  expect(status, text).toBe(200);
  return String(body.payloadId);
}

function withoutTimes(trace: object[]): object[] {
  return trace.map((line) => ({ ...line, microseconds: undefined, result: shortened(line) }));
}

/** A stored trace has the start of a result. */
function shortened(line: { result?: string }): string | undefined {
  const { result } = line;
  return result === undefined || result.length <= 200 || result.endsWith('…')
    ? result
    : `${result.slice(0, 200)}…`;
}

const life = ['open', 'update', 'resolve'];

function samplesOf(type: IntegrationType): [string, SampleRequest][] {
  const folder = join(directory, type.id, 'samples');
  const rank = (name: string) => (life.indexOf(name) + life.length + 1) % (life.length + 1);
  return readdirSync(folder)
    .map((file) => file.replace(/\.yaml$/, ''))
    .toSorted((one, other) => rank(one) - rank(other))
    .map((name) => {
      const sample = load(readFileSync(join(folder, `${name}.yaml`), 'utf8'));
      return [name, (sample as { request: SampleRequest }).request];
    });
}
