import { AppError, type Ctx, type World } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { changeIncident, getIncident, sourceOf } from './change.ts';
import { close, withEvent, withoutLeader } from './intents.ts';
import { type EventSource, type IncidentDocument, incidentsOf } from './model.ts';

/** The facts about the leader that a merged incident needs. */
export interface Leader {
  title: string;
  isOpen: boolean;
  isMerged: boolean;
}

/**
 * Makes an open incident part of another one, the leader: nobody is told of it any more, and it ends with the leader.
 * There is one level only, so nothing goes in circles. Two who merge at once may still make one: alerting lets go of
 * whatever has a leader that is merged itself (`afterMerge`).
 */
export async function mergeIncident(
  ctx: Ctx,
  id: string,
  intoId: string,
): Promise<IncidentDocument> {
  const merged = await getIncident(ctx, id);
  const leader = await getIncident(ctx, intoId);
  if (merged._id === leader._id) throw refusedInto(say('mergedIntoItself'));
  if (merged.mergedInto?.id === leader._id) return merged;
  if (merged.mergedInto) throw new AppError('conflict', say('mergedAlready'));
  if (leader.mergedInto) throw new AppError('conflict', say('leaderIsMerged'));
  if (leader.status !== 'Open' || leader.isArchived) throw refusedInto(say('leaderNotOpen'));
  // Nobody is told of the leader, so nobody would be told of either.
  if (leader.isShadow && !merged.isShadow) throw refusedInto(say('leaderInShadow'));
  if (await leadsOthers(ctx, merged)) throw new AppError('conflict', say('leadsOthers'));
  return changeIncident(ctx, id, 'incident.merged', (incident) =>
    intoLeader(incident, leader, sourceOf(ctx), ctx.clock.now()),
  );
}

/** Ends a merge: people are told of the incident as if it had just been opened. */
export function unmergeIncident(ctx: Ctx, id: string): Promise<IncidentDocument> {
  return changeIncident(ctx, id, 'incident.unmerged', (incident) => {
    if (!incident.mergedInto || incident.status !== 'Open')
      throw refusal('validation-failed', say('notMerged'), { field: 'id' });
    return outOfLeader(incident, sourceOf(ctx), ctx.clock.now());
  });
}

/** The incident as part of `leader`. Pure. Throws 400 where it is over, 409 where somebody was faster. */
export function intoLeader(
  incident: IncidentDocument,
  leader: Pick<IncidentDocument, '_id' | 'title'>,
  by: EventSource,
  at: Date,
): IncidentDocument {
  if (incident.status !== 'Open')
    throw refusal('validation-failed', say('onlyOpenMerged'), { field: 'id' });
  if (incident.mergedInto) throw new AppError('conflict', say('mergedAlready'));
  const { _id: id, title } = leader;
  const merged = { ...touched(incident, at), mergedInto: { id, title, at } };
  return withEvent(merged, {
    intent: 'Merged',
    by,
    at,
    message: say('mergedIntoOther', { title }),
  });
}

/** The incident on its own again. Pure. */
export function outOfLeader(
  incident: IncidentDocument,
  by: EventSource,
  at: Date,
): IncidentDocument {
  return withEvent(withoutLeader(touched(incident, at)), { intent: 'Unmerged', by, at });
}

function touched(incident: IncidentDocument, at: Date): IncidentDocument {
  const version = incident.version + 1;
  return { ...incident, version, lastUpdatedAt: at, lastInteractionAt: at };
}

/**
 * The merged incident after a look at its leader, and the event for its history: it ends with its leader. It alerts
 * if the leader is gone, or is part of yet another one. Null while nothing follows. Pure.
 */
export function afterMerge(incident: IncidentDocument, leader: Leader | undefined, now: Date) {
  const { mergedInto, status } = incident;
  if (!mergedInto || status !== 'Open' || (leader?.isOpen && !leader.isMerged)) return null;
  if (leader && !leader.isMerged) {
    const message = say('resolvedWithLeader', { title: leader.title });
    const event = { intent: 'Resolved', status: 'Resolved', message } as const;
    return { incident: close(incident, now), event };
  }
  const message = leader ? say('leaderMergedToo') : say('leaderGone');
  return { incident: withoutLeader(incident), event: { intent: 'Unmerged', message } as const };
}

/** The leaders of these incidents, by the ids of those that are part of them, as far as they are there. */
export async function leadersOf(
  world: World,
  incidents: readonly IncidentDocument[],
): Promise<Map<string, Leader>> {
  const ids = incidents.flatMap(({ mergedInto }) => mergedInto?.id ?? []);
  if (ids.length === 0) return new Map();
  const found = await incidentsOf(world)
    .find({ _id: { $in: [...new Set(ids)] } })
    .project<FoundLeader>({ organizationId: 1, title: 1, status: 1, isArchived: 1, mergedInto: 1 })
    .toArray();
  const byId = new Map(found.map((leader) => [leader._id, leader]));
  return new Map(
    incidents.flatMap(({ _id, organizationId, mergedInto }) => {
      const leader = byId.get(mergedInto?.id ?? '');
      if (leader?.organizationId !== organizationId) return [];
      // Nobody is told of an open one that is archived.
      const isHidden = leader.status === 'Open' && leader.isArchived;
      return isHidden ? [] : [[_id, leaderFrom(leader)] as const];
    }),
  );
}

type FoundLeader = Pick<
  IncidentDocument,
  '_id' | 'organizationId' | 'title' | 'status' | 'isArchived' | 'mergedInto'
>;

function leaderFrom({ title, status, mergedInto }: FoundLeader): Leader {
  const isOpen = status === 'Open';
  // A closed incident is part of nothing any more.
  return { title, isOpen, isMerged: isOpen && mergedInto !== undefined };
}

async function leadsOthers(ctx: Ctx, { _id, organizationId }: IncidentDocument): Promise<boolean> {
  const part = await incidentsOf(ctx).findOne(
    { 'mergedInto.id': _id, organizationId, status: 'Open' },
    { projection: { _id: 1 } },
  );
  return part !== null;
}

function refusedInto(why: Parameters<typeof refusal>[1]) {
  return refusal('validation-failed', why, { field: 'intoId' });
}
