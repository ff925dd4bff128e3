import { type IncidentDocument, severities } from '../../src/incidents/index.ts';
import { listingOf } from '../../src/incidents/listing.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import type { World } from '../../src/kernel/index.ts';
import { orderedId } from '../../src/kernel/index.ts';

/** What a folder is filled with: incidents as alerts leave them, without the alerts. */
export interface SeedOptions {
  organizationId: string;
  /** The first has most incidents, the last none. */
  teamIds: readonly string[];
  /** The first has most incidents, the last none. */
  integrationIds: readonly string[];
  incidents: number;
  /** The newest of them are open. */
  open: number;
  /** When the newest was created. */
  until: Date;
  /** Between two; a second unless said. */
  millisecondsBetween?: number;
}

const batchSize = 1000;
const batchesAtOnce = 2;

/**
 * Inserts incident documents straight into the store, oldest first: some ten thousand a second, where the webhook takes
 * two.
 */
export async function seedIncidents(world: World, options: SeedOptions): Promise<void> {
  const { incidents } = options;
  const pending = new Set<Promise<unknown>>();
  for (let from = 0; from < incidents; from += batchSize) {
    const length = Math.min(batchSize, incidents - from);
    const documents = Array.from({ length }, (_, n) => incidentOf(options, from + n));
    const writing = incidentsOf(world).insertMany(documents, { ordered: false });
    const done = writing.finally(() => pending.delete(done));
    pending.add(done);
    if (pending.size >= batchesAtOnce) await Promise.race(pending);
  }
  await Promise.all(pending);
}

const services = ['checkout', 'search', 'billing', 'login', 'mail', 'reports'];
const problems = [
  'Disk is full',
  'Latency is high',
  'Queue grows',
  'Certificate ends',
  'CPU is high',
];

/** The same document for the same number: what is random in life is arithmetic here. */
function incidentOf(options: SeedOptions, n: number): IncidentDocument {
  const { organizationId, incidents, open } = options;
  const between = options.millisecondsBetween ?? 1000;
  const at = new Date(options.until.getTime() - Math.round((incidents - n) * between));
  const isOpen = n >= incidents - open;
  const status = isOpen ? 'Open' : 'Resolved';
  const severity = severities[n % 7 === 0 ? 0 : 1 + (n % 2)] ?? 'Critical';
  const host = `${services[n % services.length]}-${n % 997}`;
  const title = `${problems[n % problems.length]} on ${host}`;
  const payloadId = n.toString(16).padStart(24, '0');
  const by = { kind: 'integration' as const, payloadId };
  const created = { id: orderedId(at.getTime()), at, intent: 'Created' as const, severity, by };
  const ended = new Date(at.getTime() + 600_000);
  const resolved = { ...created, id: orderedId(ended.getTime()), at: ended };
  const touched = n % 10 === 0;
  const incident: IncidentDocument = {
    _id: orderedId(at.getTime()),
    organizationId,
    integrationId: shareOf(options.integrationIds, n),
    teamIds: [shareOf(options.teamIds, n * 7)],
    title,
    status,
    severity,
    attributes: [
      attribute('Host', host),
      attribute('Service', services[n % services.length] ?? ''),
      attribute(
        'Summary',
        `${title} since ${at.toISOString()}: ${(n * 7919) % 100_003} of 100003 units`,
      ),
      attribute('Fingerprint', ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0')),
      attribute('Link', `https://monitor.example/d/${n % 313}/${host}?from=${at.getTime()}`),
      attribute('Region', `eu-${n % 3}`),
    ],
    correlationId: `${host}-${n}`,
    ...(isOpen ? { openKeys: [`seed ${organizationId} ${n}`] } : {}),
    events: [
      { ...created, status: 'Open' },
      ...(isOpen
        ? []
        : [{ ...resolved, intent: 'Resolved' as const, status: 'Resolved' as const }]),
    ],
    eventsTotalCount: isOpen ? 1 : 2,
    unattended: isOpen && !touched,
    isArchived: false,
    isMuted: false,
    alerting: { revision: 1, routed: 1, announced: 1 },
    version: 1,
    createdAt: at,
    lastUpdatedAt: isOpen ? at : ended,
    lastInteractionAt: touched ? ended : null,
  };
  return { ...incident, ...listingOf(incident) };
}

function attribute(name: string, value: string) {
  return { name, value };
}

/** Each has half as many as the one before; the last has none. */
function shareOf(ids: readonly string[], n: number): string {
  let share = 0;
  for (let rest = (n * 40_503) % 65_536; share < ids.length - 2 && rest % 2 === 1; rest >>= 1)
    share++;
  return ids[share] ?? '';
}
