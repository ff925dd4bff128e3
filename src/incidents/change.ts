import {
  type AuditEntry,
  appendEntry,
  auditEntry,
  fieldChanges,
  settleEntry,
  sweepOutbox,
} from '../audit/index.ts';
import {
  AppError,
  actingPersonId,
  type Ctx,
  invalidField,
  notFound,
  orderedId,
  type World,
} from '../kernel/index.ts';
import { demandExpected, getResource } from '../resources/index.ts';
import { say, words } from '../sentences/index.ts';
import { teamsInShadow } from '../shadow/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { teamKind } from '../teams/index.ts';
import { demandAgentActs, demandAgentOpens } from './agent-acts.ts';
import { hintDue } from './due.ts';
import { lookAtMerged } from './due-incidents.ts';
import { removeEarlierEvents } from './earlier-events.ts';
import { hiding } from './hide.ts';
import { applyOperations, type IncidentOperations, wake, withEvent } from './intents.ts';
import {
  type EventSource,
  type IncidentAttribute,
  type IncidentDocument,
  incidentModel,
  incidentsOf,
  type Severity,
  type Status,
  storedIncidents,
} from './model.ts';
import { sees } from './readers.ts';
import { recentProblems } from './recent-problems.ts';
import { inShadow } from './transition.ts';
import { toStored, updateBetween } from './writes.ts';

const attemptsMax = 5;

/**
 * The incident as it is stored, or 404 for one that is not there, of another organization, or of teams out of sight
 * that the actor was not told of either.
 */
export async function getIncident(ctx: Ctx, id: string): Promise<IncidentDocument> {
  const incident = await incidentModel(ctx.store)
    .findOne({ _id: id.toLowerCase(), organizationId: ctx.organizationId })
    .lean<IncidentDocument>();
  if (!incident || !sees(ctx, incident)) throw notFound('Incident', id);
  return incident;
}

/** An incident made by a person or a key rather than a payload. */
export interface NewIncident {
  title: string;
  status: Status;
  severity: Severity;
  message: string | null;
  messageIsPublic: boolean | null;
  integration: { id: string; teamId: string } | null;
  /** Its owners; none: the team of the integration. */
  teamIds: string[];
  serviceIds: string[];
  userIds: string[];
  attributes: IncidentAttribute[];
  excludeFromUptimeCalculation: boolean;
  statusPageStartOverride: string | null;
  statusPageEndOverride: string | null;
  publicComment: string | null;
}

type Plain = Pick<NewIncident, 'title' | 'status' | 'severity' | 'teamIds'>;

/** One that says no more than that something is wrong, how badly, and whose it is, unless more is given. Pure. */
export function plainIncident(given: Plain & Partial<NewIncident>): NewIncident {
  return {
    message: null,
    messageIsPublic: null,
    integration: null,
    serviceIds: [],
    userIds: [],
    attributes: [],
    excludeFromUptimeCalculation: false,
    statusPageStartOverride: null,
    statusPageEndOverride: null,
    publicComment: null,
    ...given,
  };
}

/**
 * Opens an incident by hand; under an id that is taken it returns the incident that is there. Throws 400 without a
 * team, 404 when one of its teams is out of sight.
 */
export async function createIncident(
  ctx: Ctx,
  input: NewIncident,
  id?: string,
): Promise<IncidentDocument> {
  if (ctx.agent) demandAgentOpens(input);
  const drafted = await draftIncident(ctx, input);
  const incident = id === undefined ? drafted : { ...drafted, _id: id };
  const { status, teamIds, createdAt } = incident;
  const shadowed = await teamsInShadow(ctx, ctx.organizationId);
  if (status === 'Open' && shadowed.holds(teamIds, createdAt)) inShadow(incident);
  const entry = entryOf(ctx, 'incident.create', undefined, incident);
  try {
    await storedIncidents(ctx).insertOne({ ...incident, outbox: [entry] });
  } catch (error) {
    if (id !== undefined && isDuplicateKey(error)) return getIncident(ctx, id);
    throw error;
  }
  hintDue(ctx);
  await settleEntry(ctx, storedIncidents(ctx), incident._id, entry);
  return incident;
}

/** The incident that `createIncident` would open; nothing is stored. */
export async function draftIncident(
  ctx: Ctx,
  input: NewIncident,
  by: EventSource = sourceOf(ctx),
): Promise<IncidentDocument> {
  const teamIds = await owningTeams(ctx, input);
  const at = ctx.clock.now();
  const { message, messageIsPublic, publicComment, integration, ...given } = input;
  let incident: IncidentDocument = {
    _id: orderedId(at.getTime()),
    organizationId: ctx.organizationId,
    ...given,
    integrationId: integration?.id ?? null,
    teamIds,
    correlationId: null,
    events: [],
    eventsTotalCount: 0,
    unattended: input.status === 'Open',
    isArchived: false,
    isMuted: false,
    sourceUserId: actingPersonId(ctx),
    version: 1,
    createdAt: at,
    lastUpdatedAt: at,
    lastInteractionAt: at,
  };
  incident = withEvent(incident, {
    intent: 'Created',
    at,
    by,
    ...(message && { message: words(message) }),
    ...(messageIsPublic === null ? {} : { messageIsPublic }),
  });
  if (publicComment)
    incident = withEvent(incident, {
      intent: 'Commented',
      at,
      by,
      message: words(publicComment),
      messageIsPublic: true,
    });
  return toStored(incident, at);
}

/** The teams given, or the team of the integration; every one must be in sight. */
async function owningTeams(ctx: Ctx, { teamIds, integration }: NewIncident): Promise<string[]> {
  const owners = teamIds.length > 0 ? teamIds : integration ? [integration.teamId] : [];
  if (owners.length === 0) throw invalidField('teamIds', say('incidentNeedsTeam'));
  const teams = await Promise.all(owners.map((id) => getResource(ctx, teamKind, id)));
  return [...new Set(teams.map(({ id }) => id))];
}

/**
 * Applies a PATCH by the actor. Throws 404 (for teams out of sight, too), 400 for what is not possible now, 409 when
 * reopening meets another open incident.
 */
export async function patchIncident(
  ctx: Ctx,
  id: string,
  operations: IncidentOperations,
): Promise<IncidentDocument> {
  const by = sourceOf(ctx);
  for (const team of operations.appendIntent?.options.teams?.ids ?? [])
    await getResource(ctx, teamKind, team);
  const eventId = operations.appendIntent?.eventId;
  return changeIncident(ctx, id, actionOf(operations), (incident) => {
    if (ctx.agent) demandAgentActs(ctx.agent, incident, operations);
    return incident.events.some((event) => event.id === eventId)
      ? incident
      : applyOperations(incident, operations, by, ctx.clock.now());
  });
}

/** Deletes an archived incident; others answer 400. */
export async function deleteIncident(ctx: Ctx, id: string): Promise<void> {
  const incident = await getIncident(ctx, id);
  if (ctx.teams.edit !== 'all' && !incident.teamIds.some((team) => ctx.teams.edit.includes(team)))
    throw new AppError('forbidden', say('incidentTeamRoleNeeded'));
  await demandSeen(ctx, incident);
  if (!incident.isArchived)
    throw new AppError('validation-failed', say('onlyArchivedDeleted'), {
      fields: { id: [say('onlyArchivedDeleted')] },
    });
  if (!(await removeIncident(ctx, incident))) throw changedMeanwhile(id);
}

/** Deletes this version of the incident; false when it has changed. */
export async function removeIncident(ctx: Ctx, incident: IncidentDocument): Promise<boolean> {
  const { _id: id } = incident;
  const entry = entryOf(ctx, 'incident.delete', incident, undefined);
  for (const { keepOf } of ctx.modules) await keepOf?.Incident?.(ctx, id);
  const hidden = await storedIncidents(ctx).updateOne(
    { _id: id, version: incident.version },
    // The rest of the document holds the audit entry until the log has it.
    { ...hiding, $push: { outbox: entry } },
  );
  if (hidden.matchedCount === 0) return false;
  await appendEntry(ctx, entry);
  await removeEarlierEvents(ctx, [id]);
  await storedIncidents(ctx).deleteOne({ _id: id });
  await lookAtMerged(ctx, [id]);
  return true;
}

/** Changes an incident by a pure decision, which is taken anew where somebody was faster. */
export async function changeIncident(
  ctx: Ctx,
  id: string,
  action: string,
  decide: (incident: IncidentDocument) => IncidentDocument,
): Promise<IncidentDocument> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await getIncident(ctx, id);
    await demandSeen(ctx, current);
    const next = decide(current);
    if (next === current) return current;
    const entry = entryOf(ctx, action, current, next);
    if (
      await replaceVersion(ctx, current, { ...next, outbox: [...(current.outbox ?? []), entry] })
    ) {
      await settleEntry(ctx, storedIncidents(ctx), current._id, entry);
      return next;
    }
  }
  throw changedMeanwhile(id);
}

/**
 * Writes `next` over the version it was made from, with a mark that somebody may have to be told; false when somebody
 * else was faster.
 */
export async function replaceVersion(
  world: World,
  current: IncidentDocument,
  next: IncidentDocument,
): Promise<boolean> {
  const marked = toStored(next, world.clock.now());
  recentProblems(world).forget(current);
  try {
    const written = await incidentsOf(world).updateOne(
      { _id: current._id, version: current.version },
      updateBetween(current, marked),
    );
    hintDue(world);
    return written.matchedCount > 0;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    if (isDuplicateKey(error, 'groupKey')) {
      // A newer group takes the new subincidents; this one opens for those it has.
      const { groupKey: _, ...retired } = next;
      return replaceVersion(world, current, retired);
    }
    throw new AppError('conflict', say('problemOpenElsewhere'), { cause: error });
  }
}

/** Ends the snooze of incidents that are due; returns them, so that the caller can notify people. */
export async function wakeDueIncidents(
  world: World,
  stopping: AbortSignal,
): Promise<IncidentDocument[]> {
  const woken: IncidentDocument[] = [];
  const now = world.clock.now();
  const due = await incidentModel(world.store)
    .find({ unsnoozeAt: { $lte: now } })
    .sort({ unsnoozeAt: 1 })
    .limit(500)
    .lean<IncidentDocument[]>();
  for (const incident of due) {
    if (stopping.aborted) break;
    // Spec 3.3: one that resolved itself while snoozed stays snoozed and does not alert.
    const next =
      incident.status === 'Resolved' ? withoutTimer(incident) : afterSnooze(incident, now);
    if ((await replaceVersion(world, incident, next)) && next.status === 'Open') woken.push(next);
  }
  return woken;
}

/** The open incident after its snooze ended by itself. */
export function afterSnooze(incident: IncidentDocument, now: Date): IncidentDocument {
  return withEvent(
    { ...wake(incident), version: incident.version + 1, lastUpdatedAt: now },
    { intent: 'Unsnoozed', at: now },
  );
}

function withoutTimer(incident: IncidentDocument): IncidentDocument {
  const { unsnoozeAt: _, ...rest } = incident;
  return { ...rest, version: incident.version + 1 };
}

export async function sweepIncidentOutbox(world: World): Promise<void> {
  await sweepOutbox(world, storedIncidents(world), (id) => removeEarlierEvents(world, [id]));
}

/** Throws 412 when the caller has seen another version than this one. */
function demandSeen(ctx: Ctx, incident: IncidentDocument): Promise<void> {
  const last = incident.events.at(-1);
  return demandExpected(ctx, {
    what: 'Incident',
    id: incident._id,
    version: incident.version,
    changedAt: incident.lastUpdatedAt,
    changedBy: async () => nameOf(last?.by),
  });
}

function nameOf(by: EventSource | undefined): string | null {
  if (!by) return null;
  return by.kind === 'integration' ? 'a payload' : by.displayName;
}

/** Who does it, for the history. */
export function sourceOf(ctx: Ctx): EventSource {
  const { actor } = ctx;
  if (actor.kind === 'user')
    return { kind: 'user', id: actor.id, displayName: actor.displayName, email: actor.email };
  const name = actor.kind === 'system' ? 'System' : actor.displayName;
  return { kind: 'key', id: actor.kind === 'system' ? 'system' : actor.id, displayName: name };
}

/** `incident.resolved` for an intent, `incident.update` for the rest. */
function actionOf({ appendIntent }: IncidentOperations): string {
  return appendIntent ? `incident.${appendIntent.intent.toLowerCase()}` : 'incident.update';
}

function entryOf(
  ctx: Ctx,
  action: string,
  before: IncidentDocument | undefined,
  after: IncidentDocument | undefined,
): AuditEntry {
  const named = after ?? before;
  return auditEntry(ctx, {
    action,
    entityType: 'Incident',
    entityId: named?._id ?? '',
    entityDisplayName: named?.title ?? null,
    changes: fieldChanges(auditedPart(before), auditedPart(after)),
  });
}

function auditedPart(incident: IncidentDocument | undefined): unknown {
  if (!incident) return undefined;
  const { title, status, severity, attributes, teamIds, isArchived, snoozed } = incident;
  const { userIds = [], serviceIds = [], mergedInto } = incident;
  return {
    title,
    status,
    severity,
    attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
    teamIds,
    userIds,
    serviceIds,
    isArchived,
    ...(mergedInto && { mergedIntoId: mergedInto.id }),
    snoozedUntil: snoozed ? (snoozed.until?.toISOString() ?? 'it is resolved') : null,
  };
}

function changedMeanwhile(id: string): AppError {
  return new AppError('incident-changed-meanwhile', say('changingNow', { what: 'Incident', id }));
}
