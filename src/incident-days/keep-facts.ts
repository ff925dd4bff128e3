import { type CountedIncident, changedIncidents, countedIncident } from '../incidents/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import { makeWay, readInTurn } from '../pace/index.ts';
import { displayNames } from '../resources/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { incidentToFact } from './incident-to-fact.ts';
import { factsOf, type IncidentFact, positionsOf } from './model.ts';
import { BlockChooser, packFacts, unpackedMark } from './pack.ts';

const pageSize = 200;

/**
 * Whoever changes an incident says when before it is stored, and clocks of processes differ: incidents are read again for so long.
 * What intake has not applied yet is known exactly.
 */
const lateMilliseconds = 60_000;

/** How far a stored position may be behind the true one: a report need not write. */
const positionLagMilliseconds = 60_000;

export interface CatchUpOptions {
  /** Since when there are payloads that no incident has yet; null where there are none. */
  unappliedSince: Date | null;
  /** Give up after so much work; what was read is kept. */
  patienceMilliseconds: number;
  /** Nobody waits for it: alerts go first, and blocks are packed on the way. */
  inBackground?: boolean;
  stopping?: AbortSignal;
}

/**
 * Derives the facts of all incidents that have changed. Harmless when several processes do it at once: a fact is replaced only by
 * that of a later version. False when there was no time for all of them.
 */
export async function catchUp(
  world: World,
  organizationId: string,
  { unappliedSince, patienceMilliseconds, inBackground = false, stopping }: CatchUpOptions,
): Promise<boolean> {
  let left = patienceMilliseconds;
  const now = world.clock.now().getTime();
  const settled = Math.min(now, unappliedSince?.getTime() ?? now) - lateMilliseconds;
  const position = await positionsOf(world).findOne({ _id: organizationId });
  const from = position?.from ?? new Date(0);
  const chooser = new BlockChooser(world, organizationId);
  let kept = from.getTime();
  for (let after: CountedIncident | null = null; ; ) {
    if (stopping?.aborted || left <= 0) return false;
    const begun = performance.now();
    const derive = async (): Promise<CountedIncident[]> => {
      const page = await changedIncidents(world, organizationId, from, after, pageSize);
      await keepFacts(world, organizationId, page, chooser);
      return page;
    };
    const page: CountedIncident[] = inBackground
      ? await derive()
      : await readInTurn({ ...world, organizationId }, derive);
    after = page.at(-1) ?? null;
    const isLast = after === null || page.length < pageSize;
    const reached = isLast ? settled : Math.min(after?.lastUpdatedAt.getTime() ?? 0, settled);
    if (reached - kept > (isLast ? positionLagMilliseconds : 0)) {
      await moveTo(world, organizationId, new Date(reached));
      kept = reached;
    }
    const took = performance.now() - begun;
    left -= took;
    if (isLast) break;
    if (inBackground) await makeWay(world, 'upkeep', took);
  }
  if (inBackground) await packFacts(world, organizationId, { stopping, makesWay: true });
  return true;
}

/**
 * Keeps what an incident is counted as that is about to be deleted, and that it is: whoever must not show what is deleted looks whether
 * the deletion came about.
 */
export async function keepFactOf(ctx: Ctx, id: string): Promise<void> {
  const incident = await countedIncident(ctx, id);
  if (!incident) return;
  const { organizationId } = incident;
  await keepFacts(ctx, organizationId, [incident], new BlockChooser(ctx, organizationId));
  await factsOf(ctx).updateOne(
    { _id: id },
    { $set: { goneAt: ctx.clock.now(), unpacked: unpackedMark() } },
  );
}

async function keepFacts(
  world: World,
  organizationId: string,
  incidents: readonly CountedIncident[],
  chooser: BlockChooser,
): Promise<void> {
  if (incidents.length === 0) return;
  const facts = factsOf(world);
  const known = await facts
    .find({ _id: { $in: incidents.map(({ _id }) => _id) } })
    .project<{ _id: string; version: number }>({ version: 1 })
    .toArray();
  const versions = new Map(known.map(({ _id, version }) => [_id, version]));
  const changed = incidents.filter(({ _id, version }) => (versions.get(_id) ?? -1) < version);
  if (changed.length === 0) return;
  const names = await namesOf(world, organizationId, changed);
  const created = changed.filter(({ _id }) => !versions.has(_id));
  const blocks = await chooser.of(created.map(({ createdAt }) => createdAt));
  const blockOf = new Map(created.map(({ _id }, place) => [_id, blocks[place]]));
  await facts
    .bulkWrite(
      changed.map((incident) => {
        const { _id } = incident;
        const fact = incidentToFact(incident, names.get(incident.integrationId ?? '') ?? null);
        return {
          updateOne: {
            filter: { _id, version: { $lt: incident.version } },
            update: updateTo(fact, blockOf.get(_id)),
            upsert: blockOf.has(_id),
          },
        };
      }),
      { ordered: false },
    )
    .catch((error: unknown) => {
      // Somebody has derived a later version of one meanwhile; the others are written.
      if (!isDuplicateKey(error)) throw error;
    });
}

const optional = ['resolvedAt', 'isUntimed', 'serviceIds', 'isExcluded', 'isActed'] as const;

/** All but its block, which a fact has for good. */
function updateTo({ _id, ...fact }: IncidentFact, block: string | undefined) {
  const absent = optional.filter((member) => fact[member] === undefined);
  return {
    $set: { ...fact, unpacked: unpackedMark() },
    // Whoever was about to delete it has not.
    $unset: Object.fromEntries(['goneAt', ...absent].map((member) => [member, 1 as const])),
    ...(block === undefined ? {} : { $setOnInsert: { block } }),
  };
}

function namesOf(world: World, organizationId: string, incidents: readonly CountedIncident[]) {
  const ids = new Set(incidents.flatMap(({ integrationId }) => integrationId ?? []));
  return displayNames(systemContext(world, organizationId), integrationKind, [...ids]);
}

async function moveTo(world: World, organizationId: string, from: Date): Promise<void> {
  await positionsOf(world).updateOne({ _id: organizationId }, { $max: { from } }, { upsert: true });
}
