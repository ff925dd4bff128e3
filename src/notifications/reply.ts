import {
  getIncident,
  type IncidentDocument,
  type Intent,
  isAcknowledged,
  patchIncident,
  type Severity,
  type Status,
} from '../incidents/index.ts';
import { AppError, type Ctx, type World } from '../kernel/index.ts';
import { actingAs } from '../teams/index.ts';
import { claimEffect, markUsed, type ReplyLink } from './reply-link.ts';

export type ReplyIntent = Extract<Intent, 'Investigated' | 'Resolved' | 'Escalated'>;

/** How an incident of a link stands. */
export interface RepliedIncident {
  id: string;
  title: string;
  severity: Severity;
  status: Status;
  isAcknowledged: boolean;
}

export interface ReplyOptions {
  /** As the history and the audit log name it: `link`, `SMS`, `call`. */
  via: string;
  requestId: string;
  /** For what must not happen twice although its request is repeated. */
  effectKey?: string;
}

/** The incidents of a link as its person sees them; those that were deleted or went out of sight are left out. */
export async function readReply(
  world: World,
  link: ReplyLink,
  options: ReplyOptions,
): Promise<RepliedIncident[]> {
  const ctx = await actingAs(world, link, options);
  return ctx ? incidentsOf(ctx, link) : [];
}

/**
 * Does what the person answered, for each incident where it is still of use: acknowledging what somebody else has acknowledged,
 * or resolving what is resolved, changes nothing. Returns how the incidents stand then. Throws 409 when others
 * change an incident all the time.
 */
export async function applyReply(
  world: World,
  link: ReplyLink,
  intent: ReplyIntent,
  options: ReplyOptions,
): Promise<RepliedIncident[]> {
  const ctx = await actingAs(world, link, options);
  if (!ctx) return [];
  // One acknowledgement for each link: what was reopened later is told by a message of its own.
  if (intent === 'Investigated' && link.usedAt !== null) return incidentsOf(ctx, link);
  const { effectKey } = options;
  if (effectKey !== undefined && !(await claimEffect(world, link, effectKey)))
    return incidentsOf(ctx, link);
  const before = await incidentsOf(ctx, link);
  for (const incident of before)
    if (isOfUse(intent, incident)) await apply(ctx, incident.id, intent);
  await markUsed(world, link);
  return incidentsOf(ctx, link);
}

function isOfUse(
  intent: ReplyIntent,
  { status, isAcknowledged: isKnown }: RepliedIncident,
): boolean {
  return status === 'Open' && (intent !== 'Investigated' || !isKnown);
}

async function apply(ctx: Ctx, id: string, intent: ReplyIntent): Promise<void> {
  const appendIntent = { intent, message: null, messageIsPublic: null, options: {} };
  try {
    await patchIncident(ctx, id, { appendIntent });
  } catch (error) {
    // Resolved or deleted meanwhile: the answer says so.
    const isOver =
      error instanceof AppError && ['validation-failed', 'not-found'].includes(error.code);
    if (!isOver) throw error;
  }
}

async function incidentsOf(ctx: Ctx, { incidentIds }: ReplyLink): Promise<RepliedIncident[]> {
  const found: RepliedIncident[] = [];
  for (const id of incidentIds) {
    try {
      found.push(shown(await getIncident(ctx, id)));
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    }
  }
  return found;
}

function shown(incident: IncidentDocument): RepliedIncident {
  const { _id: id, title, severity, status } = incident;
  return { id, title, severity, status, isAcknowledged: isAcknowledged(incident) };
}
