/**
 * Replays: `npm run bench -- replay [payloads [teams]]`. Alerts of about 1 KB from the integrations of many teams, ten to
 * a problem: it opens, is repeated, and ends after 10 minutes; spread over the days that 1,000,000 of them in 30 days
 * take. Once with another mapping of all integrations, so that each payload is evaluated twice, once with another mapping
 * of one, and once with tiers of one team changed. What cannot differ is left out, as in the server. The floor is evaluating each payload once. Seconds are of processor
 * time. Nothing is read from a store.
 */
import { fileURLToPath } from 'node:url';
import { Binary, ObjectId } from 'bson';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import type { AlertEvaluation } from '../../src/ingest/index.ts';
import { evaluateStored, type PayloadDocument, storedBodyOf } from '../../src/ingest/index.ts';
import { loadXPath } from '../../src/mapping/index.ts';
import { sameAttributesIn } from '../../src/replays/traced-line.ts';
import { TwoWorlds } from '../../src/replays/two-worlds.ts';
import { areAlike, viewsOf } from '../../src/replays/views-of.ts';
import { say } from '../../src/sentences/index.ts';
import type { Snapshot, StoredResource } from '../../src/stage/index.ts';
import { plainSnapshot } from '../proofs/plain-snapshot.ts';
import { withObject } from '../replays/small-town.ts';

const [count = 100_000, teams = 500] = process.argv.slice(2).map(Number);
await loadXPath();
const catalogue = await loadCatalogue(fileURLToPath(new URL('../../templates', import.meta.url)));
const present = plainSnapshot({ teams, rules: 2 });
const integrations = [...(present.resources.get('InboundIntegration')?.keys() ?? [])];
const from = present.takenAt.getTime();
const everyMilliseconds = (30 * 86_400_000) / 1_000_000;
const repeats = 10;

/** What large bodies are read by; none here is large. */
const intake = {
  get largeBodies(): never {
    throw new Error('No body is large.');
  },
};

function payloadOf(place: number): PayloadDocument {
  const at = new Date(from + place * everyMilliseconds);
  // Problems overlap, so that payloads of many come in turns.
  const problem = Math.floor(place / (repeats * 20)) * 20 + (place % 20);
  const isLast = Math.floor(place / 20) % repeats === repeats - 1;
  const body = {
    title: `Disk of host-${problem} is almost full`,
    status: isLast ? 'Resolved' : 'Open',
    severity: problem % 10 === 0 ? 'Critical' : 'Warning',
    text: 'x'.repeat(850),
  };
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    _id: new ObjectId(),
    organizationId: present.organizationId,
    integrationId: integrations[problem % integrations.length] ?? '',
    teamId: '',
    createdAt: at,
    ip: '',
    headers: { 'content-type': 'application/json' },
    body: new Binary(bytes),
    outcome: 'Opened',
    reason: say('noneOpen'),
    incidentId: null,
  };
}

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const seconds = (since: number) => (used() - since).toFixed(1);

async function floor(): Promise<void> {
  const views = viewsOf(present, catalogue);
  const since = used();
  for (let place = 0; place < count; place += 1) {
    const payload = payloadOf(place);
    const view = views.get(payload.integrationId);
    if (view) await evaluateStored(intake, view, payload, async () => null);
  }
  console.log(`evaluated once          ${seconds(since)} s`);
}

async function replay(what: string, changed: Snapshot): Promise<void> {
  const views = [viewsOf(present, catalogue), viewsOf(changed, catalogue)] as const;
  const since = used();
  let different = 0;
  let leftOut = 0;
  const difference = () => {
    different += 1;
  };
  const worlds = new TwoWorlds({ present, changed, difference, onlyAffected: true });
  for (let place = 0; place < count; place += 1) {
    const payload = payloadOf(place);
    const [view, other] = views.map((all) => all.get(payload.integrationId));
    if (!view || !other) throw new Error('An integration is missing.');
    // As a replay of the server does: its payloads are counted, and not read.
    if (worlds.isUnaffected(payload.integrationId)) {
      leftOut += 1;
      continue;
    }
    const body = storedBodyOf(payload);
    const evaluations = await evaluateStored(intake, view, payload, async () => null, body);
    const isSame = areAlike(view, other);
    const others: AlertEvaluation[] = isSame
      ? evaluations
      : await evaluateStored(intake, other, payload, async () => null, body);
    const sameAttributes = sameAttributesIn(evaluations, others);
    const id = payload._id.toHexString();
    const same = { id, integrationId: payload.integrationId, at: payload.createdAt };
    const read = { ...same, incidentIds: [id], keys: [id], isReadTwice: !isSame, sameAttributes };
    worlds.receive({ ...read, evaluations }, { ...read, evaluations: others });
  }
  worlds.finish(new Date(from + count * everyMilliseconds));
  const took = Number(seconds(since));
  const { compared } = worlds.counts;
  console.log(
    `${what.padEnd(24)}${took} s: ${Math.round(count / took)} payloads/s; ` +
      `${compared} compared, ${different} differ; ${leftOut} payloads could not make a difference`,
  );
}

console.log(`${count} payloads, ${teams} teams`);
await floor();
const mapping = catalogue.find('Webhook')?.mapping;
const mapped = (most: number): Snapshot => {
  const all = [...(present.resources.get('InboundIntegration') ?? [])].slice(0, most);
  const mappings = all.map(([id, one]): [string, StoredResource] => [
    id,
    { ...one, id, wire: { id, attributesMapping: { ...mapping } }, internal: {} },
  ]);
  const resources = new Map(present.resources);
  return { ...present, resources: resources.set('InboundIntegrationMapping', new Map(mappings)) };
};
await replay('all mappings changed', mapped(teams));
await replay('one mapping changed', mapped(1));
await replay(
  'tiers of one team',
  withObject('TeamEscalations', 0, (wire) => ({ ...wire, escalationTiers: [] }))(present),
);
console.log(`memory                  ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`);
