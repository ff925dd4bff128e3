import { type CountedIncident, changedIncidents, countedIncident } from '../incidents/index.ts';
import { unappliedSince } from '../ingest/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { AppError, type Ctx, systemContext, type World } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { displayNames } from '../resources/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { incidentToFact } from './incident-to-fact.ts';
import { factsOf, positionsOf } from './model.ts';
import { stampDays } from './packed-days.ts';

const pageSize = 200;

/**
 * Whoever changes an incident says when before it is stored, and clocks of processes differ: incidents are read again for so long.
 * What intake has not applied yet is known exactly.
 */
const lateMilliseconds = 60_000;

/** How far a stored position may be behind the true one: a report need not write. */
const positionLagMilliseconds = 60_000;

const requestPatienceMilliseconds = 15_000;

export interface CatchUpOptions {
  /** Give up after so much work; what was read is kept. */
  patienceMilliseconds: number;
  /** Alerts go first. */
  makesWay?: boolean;
  stopping?: AbortSignal;
}

/**
 * Derives the facts of all incidents that have changed. Harmless when several processes do it at once: a fact is replaced only by
 * that of a later version. False when there was no time for all of them.
 */
export async function catchUp(
  world: World,
  organizationId: string,
  { patienceMilliseconds, makesWay = false, stopping }: CatchUpOptions,
): Promise<boolean> {
  let left = patienceMilliseconds;
  const now = world.clock.now().getTime();
  const unapplied = (await unappliedSince(world))?.getTime() ?? now;
  const settled = Math.min(now, unapplied) - lateMilliseconds;
  const position = await positionsOf(world).findOne({ _id: organizationId });
  const from = position?.from ?? new Date(0);
  let kept = from.getTime();
  for (let after: CountedIncident | null = null; ; ) {
    if (stopping?.aborted || left <= 0) return false;
    const begun = performance.now();
    const page: CountedIncident[] = await changedIncidents(
      world,
      organizationId,
      from,
      after,
      pageSize,
    );
    await keepFacts(world, organizationId, page);
    after = page.at(-1) ?? null;
    const isLast = after === null || page.length < pageSize;
    const reached = isLast ? settled : Math.min(after?.lastUpdatedAt.getTime() ?? 0, settled);
    if (reached - kept > (isLast ? positionLagMilliseconds : 0)) {
      await moveTo(world, organizationId, new Date(reached));
      kept = reached;
    }
    if (isLast) return true;
    const took = performance.now() - begun;
    left -= took;
    if (makesWay) await makeWay(world, 'upkeep', took);
  }
}

/** Before a report answers: exact, or 503 while there is too much to read, as after an update of a large installation. */
export async function demandCaughtUp({ organizationId, ...world }: Ctx): Promise<void> {
  if (await catchUp(world, organizationId, { patienceMilliseconds: requestPatienceMilliseconds }))
    return;
  throw new AppError(
    'overloaded',
    'Many incidents have changed, and the reports have not counted all of them yet. Try again in a minute.',
    { headers: { 'retry-after': '60' } },
  );
}

/** Keeps what an incident is counted as that is about to be deleted. */
export async function keepFactOf(ctx: Ctx, id: string): Promise<void> {
  const incident = await countedIncident(ctx, id);
  if (incident) await keepFacts(ctx, incident.organizationId, [incident]);
}

async function keepFacts(
  world: World,
  organizationId: string,
  incidents: readonly CountedIncident[],
): Promise<void> {
  if (incidents.length === 0) return;
  const facts = factsOf(world);
  const known = await facts
    .find({ _id: { $in: incidents.map(({ _id }) => _id) } })
    .project<{ _id: string; version: number }>({ version: 1 })
    .toArray();
  const versions = new Map(known.map(({ _id, version }) => [_id, version]));
  const changed = incidents.filter(({ _id, version }) => (versions.get(_id) ?? 0) < version);
  // Also of those that are known: whoever derived them may have ended between the write and its second stamp.
  const days = incidents.map(({ createdAt }) => createdAt);
  await stampDays(world, organizationId, days);
  if (changed.length > 0) {
    const names = await namesOf(world, organizationId, changed);
    await facts
      .bulkWrite(
        changed.map((incident) => ({
          replaceOne: {
            filter: { _id: incident._id, version: { $lt: incident.version } },
            replacement: incidentToFact(incident, names.get(incident.integrationId ?? '') ?? null),
            upsert: true,
          },
        })),
        { ordered: false },
      )
      .catch((error: unknown) => {
        // Somebody has derived a later version of one meanwhile; the others are written.
        if (!isDuplicateKey(error)) throw error;
      });
  }
  await stampDays(world, organizationId, days);
}

function namesOf(world: World, organizationId: string, incidents: readonly CountedIncident[]) {
  const ids = new Set(incidents.flatMap(({ integrationId }) => integrationId ?? []));
  return displayNames(systemContext(world, organizationId), integrationKind, [...ids]);
}

async function moveTo(world: World, organizationId: string, from: Date): Promise<void> {
  await positionsOf(world).updateOne({ _id: organizationId }, { $max: { from } }, { upsert: true });
}
