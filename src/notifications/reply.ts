import { oneLine } from '../channels/index.ts';
import {
  type AppendIntent,
  getIncident,
  type IncidentDocument,
  type Intent,
  isAcknowledged,
  patchIncident,
  type Severity,
  type Status,
} from '../incidents/index.ts';
import {
  AppError,
  type Ctx,
  randomId,
  repeatableId,
  unlessGone,
  type World,
} from '../kernel/index.ts';
import { actingAs } from '../teams/index.ts';
import { markUsed, type ReplyLink } from './reply-link.ts';

/** `Assigned`: the person takes the incident over, and so acknowledges it. */
export type ReplyIntent = Extract<Intent, 'Investigated' | 'Resolved' | 'Escalated' | 'Assigned'>;

/** How an incident of a link stands. */
export interface RepliedIncident {
  id: string;
  title: string;
  severity: Severity;
  status: Status;
  isAcknowledged: boolean;
  /** Its history has the event of this answer, from this request or from an earlier one with the same key. */
  hasAnswer: boolean;
  /** Who acknowledged it last, or resolved it where it is; null: nobody, or no person. */
  settledBy: { id: string; name: string } | null;
}

export interface ReplyOptions {
  /** As the history and the audit log name it: `link`, `SMS`, `call`. */
  via: string;
  requestId: string;
}

export interface AnswerOptions extends ReplyOptions {
  /** Names what was answered, for a request that may be repeated; null: each request is an answer of its own. */
  effectKey: string | null;
}

/** The incidents of a link as its person sees them; those that were deleted or went out of sight are left out. */
export async function readReply(
  world: World,
  link: ReplyLink,
  options: ReplyOptions,
): Promise<RepliedIncident[]> {
  const ctx = await actingAs(world, link, options);
  return ctx ? incidentsOf(ctx, link, () => null) : [];
}

/**
 * Does what the person answered, for each incident where it is of use, however old the link is: who answers an old
 * message wants the same as who answers a new one. Acknowledging what somebody else has acknowledged, or resolving what
 * is resolved, changes nothing. Asked again with the same key it does nothing again. Returns how the incidents stand
 * then. Throws 409 when others change an incident all the time.
 */
export async function applyReply(
  world: World,
  link: ReplyLink,
  intent: ReplyIntent,
  { effectKey, ...options }: AnswerOptions,
): Promise<RepliedIncident[]> {
  const ctx = await actingAs(world, link, options);
  if (!ctx) return [];
  const key = effectKey ?? randomId();
  // Its own id, not a note that it was done: a crash between the two would lose one of them.
  const eventIdFor = (id: string) =>
    repeatableId(link.createdAt.getTime(), 'reply', link._id, intent, key, id);
  for (const id of link.incidentIds) {
    await apply(ctx, id, { intent, eventId: eventIdFor(id), userId: link.userId });
    if (intent !== 'Assigned') continue;
    const eventId = repeatableId(link.createdAt.getTime(), eventIdFor(id), 'acknowledged');
    await apply(ctx, id, { intent: 'Investigated', eventId, userId: link.userId });
  }
  await markUsed(world, link);
  return incidentsOf(ctx, link, eventIdFor);
}

/** The intent that an answer appends to an incident; null where it has no effect, or was done already. Pure. */
export function appendedBy(
  { intent, eventId, userId }: Answer,
  incident: IncidentDocument,
): AppendIntent | null {
  if (incident.status !== 'Open') return null;
  if (intent === 'Investigated' && isAcknowledged(incident)) return null;
  if (incident.events.some(({ id }) => id === eventId)) return null;
  const options = intent === 'Assigned' ? { users: { ids: [userId], repeatAlerts: null } } : {};
  return { intent, message: null, messageIsPublic: null, options, eventId };
}

interface Answer {
  intent: ReplyIntent;
  eventId: string;
  /** Whose answer it is. */
  userId: string;
}

async function apply(ctx: Ctx, id: string, answer: Answer): Promise<void> {
  try {
    const appendIntent = appendedBy(answer, await getIncident(ctx, id));
    if (appendIntent) await patchIncident(ctx, id, { appendIntent });
  } catch (error) {
    // Resolved or deleted meanwhile: the answer says so.
    const isOver =
      error instanceof AppError && ['validation-failed', 'not-found'].includes(error.code);
    if (!isOver) throw error;
  }
}

async function incidentsOf(
  ctx: Ctx,
  { incidentIds }: ReplyLink,
  eventIdFor: (incidentId: string) => string | null,
): Promise<RepliedIncident[]> {
  const found: RepliedIncident[] = [];
  for (const id of incidentIds) {
    const incident = await unlessGone(getIncident(ctx, id));
    if (incident) found.push(repliedIncident(incident, eventIdFor(id)));
  }
  return found;
}

/** How an incident stands, after the answer with this event. */
export function repliedIncident(
  incident: IncidentDocument,
  eventId: string | null,
): RepliedIncident {
  const { _id: id, title, severity, status, events } = incident;
  return {
    id,
    title: oneLine(title),
    severity,
    status,
    isAcknowledged: isAcknowledged(incident),
    hasAnswer: eventId !== null && events.some((event) => event.id === eventId),
    settledBy: settledBy(incident),
  };
}

function settledBy({ status, events }: IncidentDocument): RepliedIncident['settledBy'] {
  const wanted = status === 'Resolved' ? 'Resolved' : 'Investigated';
  const by = events.findLast(({ intent }) => intent === wanted)?.by;
  if (by?.kind !== 'user') return null;
  return { id: by.id, name: by.displayName ?? by.email ?? '' };
}
