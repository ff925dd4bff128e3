import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { sayIn } from '../../console/parts/said/say-in.ts';
import { inGerman } from '../../openapi/texts/in-german.ts';
import type { components } from '../../src/contract/index.ts';
import { inEnglish, type Sentence } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { alert, makeIntegration, map, plainMapping } from '../support/webhook.ts';

/** Whatever happens to an incident, its history says in every language, but for what people wrote. */

type Incident = components['schemas']['Incident'];
type IncidentEvent = components['schemas']['IncidentEvent'];
type Intent = components['schemas']['Intent'];

let server: TestApp;
let teamId: string;
beforeAll(async () => {
  server = await sharedTestApp();
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});

/** Just what makes history: the app is that of many files. */
const tell = () => server.app.jobs.runAll((task) => /^(alerting|removals|send-.*)$/.test(task));

async function seen(id: string): Promise<Incident> {
  return (await server.api.get(`/incident/search/${id}`)).body as unknown as Incident;
}

async function act(id: string, operations: object): Promise<Incident> {
  const { status, body, text } = await server.api.patch(`/incident/${id}`, { operations });
  expect(status, text).toBe(200);
  return body as unknown as Incident;
}

/** Nobody did it: the product says why. */
function isByItself({ modification }: IncidentEvent): boolean {
  const { user, externalUser, rule, apiKey } = modification;
  return !user && !externalUser && !rule && !apiKey;
}

function expectCodes(events: readonly IncidentEvent[]): void {
  for (const event of events) {
    const { message, messageSentence } = event;
    if (messageSentence === null) {
      expect(message).toBeNull();
      continue;
    }
    // as Sentence: the document knows no kinds of values.
    const sentence = messageSentence as Sentence;
    expect(inEnglish(sentence)).toBe(message);
    if (sentence.code === 'words') expect(isByItself(event), `${message}`).toBe(false);
    else expect(sayIn(inGerman, sentence), sentence.code).not.toBeNull();
  }
}

const codesOf = ({ events }: Incident) =>
  events.flatMap(({ messageSentence }) => messageSentence?.code ?? []);

/** What every intent asks for, whichever it is. */
async function allOptions(): Promise<object> {
  const [service, tool, other] = await Promise.all([
    server.api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' }),
    server.api.make('/outbound-integration', { displayName: 'Chat', teamId, type: 'Slack' }),
    server.api.make('/team', { displayName: 'Database' }),
  ]);
  return {
    snoozingOptions: { snoozedUntil: null },
    forwardingOptions: { outboundIntegration: { id: tool } },
    affectingOptions: { services: [{ id: service }] },
    assigningOptions: { teams: [{ id: other }] },
  };
}

test('each intent of the document, by people, rules and the product', async () => {
  const intentOptions = await allOptions();
  const made = { title: 'Fire', status: 'Open', severity: 'Minor', teamIds: [teamId] };
  const id = await server.api.make('/incident', { ...made, message: 'Smoke in the kitchen.' });
  let incident = await act(id, { changeTitle: { title: 'Still fire' } });
  const intents = new Set<Intent>();
  const events: IncidentEvent[] = [];
  for (let isNew = true; isNew; ) {
    for (const { modification } of incident.events) intents.add(modification.intent);
    const next = incident.allowedIntents.find((intent) => !intents.has(intent));
    isNew = next !== undefined;
    if (next)
      incident = await act(id, {
        appendIntent: { intent: next, message: `In words: ${next}.`, intentOptions },
      });
  }
  await tell();
  events.push(...(await seen(id)).events);

  const routing = {
    displayName: 'Noise',
    teamId,
    rules: [{ conditions: {}, actions: { discard: true } }],
  };
  const routingId = await server.api.make('/routing', routing);
  const discarded = await server.api.make('/incident', made);
  await tell();
  await server.api.delete(`/routing/${routingId}`);
  const closed = await seen(discarded);
  expect(codesOf(closed)).toContain('discardedByUnnamedRule');
  events.push(...closed.events);

  const waiting = {
    displayName: 'Links',
    teamId,
    rules: [{ conditions: {}, actions: { hold: { pauseMinutes: 5 } } }],
  };
  const waitingId = await server.api.make('/routing', waiting);
  const held = await server.api.make('/incident', made);
  await tell();
  await server.api.delete(`/routing/${waitingId}`);
  await server.api.post(`/incident/${held}/release`, {});
  const told = await seen(held);
  expect(codesOf(told)).toContain('heldForPause');
  events.push(...told.events);

  const leading = await server.api.make('/incident', made);
  const part = await server.api.make('/incident', made);
  await server.api.post(`/incident/${part}/merge`, { intoId: leading });
  await server.api.post(`/incident/${part}/unmerge`, undefined);
  const apart = await seen(part);
  expect(codesOf(apart)).toContain('mergedIntoOther');
  events.push(...apart.events);

  expectCodes(events);
  const { components } = JSON.parse(readFileSync('openapi/bundled/public-v1.json', 'utf8'));
  // That an acknowledgement lapses takes a minute at least: `alerting/policies.test.ts` has its words.
  const all = new Set(components.schemas.Intent.enum);
  all.delete('Unacknowledged');
  expect(new Set(events.map(({ modification }) => modification.intent))).toEqual(all);
});

test('what comes from tools, and what the product does about it', async () => {
  const integrationId = await makeIntegration(server, { teamId, reopenWithinSeconds: 300 });
  await map(server, integrationId, plainMapping);
  const fire = (status: string) =>
    alert(server, integrationId, { status, severity: 'Minor', title: 'Disk', id: 'one' });
  const { body } = await fire('Open');
  const id = String(body.incidentId);
  await tell();
  for (let times = 0; times < 2; times += 1) {
    await fire('Resolved');
    await fire('Open');
  }
  await server.api.delete(`/inbound-integration/${integrationId}`);
  await tell();
  const incident = await seen(id);
  expectCodes(incident.events);
  for (const code of ['nobodyWasTold', 'problemBackOnce', 'problemBackTimes', 'integrationDeleted'])
    expect(codesOf(incident)).toContain(code);
});

/** Where the words of people become those of an event. */
const fromPeople = [
  'src/incidents/change.ts',
  'src/routing/effects.ts',
  'src/surfaces/public-api/operations/incident.ts',
];

test('nothing but the words of people gets into a history without a code', () => {
  const writers = globSync('src/**/*.ts').filter((file) => {
    const source = readFileSync(file, 'utf8');
    const isWriter =
      /withEvent|AppendIntent|IncidentOperations|addRemark|LateNews|tellLater|addEvent|IncidentEvent\b/;
    return isWriter.test(source) && /\bwords\(/.test(source);
  });
  expect(writers.toSorted()).toEqual(fromPeople);
});
