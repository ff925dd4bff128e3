import {
  getIncident,
  type IncidentDocument,
  type Intent,
  isAcknowledged,
  patchIncident,
} from '../../incidents/index.ts';
import { AppError, type Ctx, repeatableId } from '../../kernel/index.ts';
import { type ChatAction, type OutboundIntegration, wasSent } from '../../outbound/index.ts';
import { type Sentence, say } from '../../sentences/index.ts';
import { saidBy } from './said-by.ts';

const intents: Record<ChatAction, Intent> = { acknowledge: 'Investigated', resolve: 'Resolved' };
const done = { acknowledge: 'pressAcknowledged', resolve: 'pressResolved' } as const;

/** The result of an action, with the sentence for the person. */
export interface Outcome {
  isDone: boolean;
  said: Sentence;
}

export interface Press {
  action: ChatAction;
  incidentId: string;
  /** The account that pressed. */
  chatUserId: string;
  /** Id of the press, for chats that repeat unanswered requests: the same press does nothing again. */
  pressId: string | null;
}

/** Does what somebody pressed, as that person, and says what is so then. */
export async function act(
  ctx: Ctx,
  integration: OutboundIntegration,
  { action, incidentId, pressId }: Omit<Press, 'chatUserId'>,
): Promise<Outcome> {
  if (!(await wasSent(ctx, integration.id, incidentId)))
    return { isDone: false, said: say('notSentToChannel') };
  const createdAt = integration.createdAt.getTime();
  const eventId = pressId === null ? null : repeatableId(createdAt, integration.id, pressId);
  try {
    return await changeIncident(ctx, action, incidentId, eventId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { isDone: false, said: say('nothingChangedBecause', { why: saidBy(error) }) };
  }
}

/** Does it, and says how the incident stands then. The same event is not added twice. */
export async function changeIncident(
  ctx: Ctx,
  action: ChatAction,
  id: string,
  eventId: string | null = null,
): Promise<Outcome> {
  const appendIntent = {
    intent: intents[action],
    message: null,
    messageIsPublic: null,
    options: {},
    ...(eventId === null ? {} : { eventId }),
  };
  const after = await patchIncident(ctx, id, { appendIntent }).catch((error: unknown) => {
    // Not possible any more: the person wants to know how it stands, not which intents there are.
    if (error instanceof AppError && error.code === 'validation-failed') return null;
    throw error;
  });
  const isDone = after !== null && holds(action, after);
  if (isDone) return { isDone, said: say(done[action]) };
  return { isDone, said: stillSo(after ?? (await getIncident(ctx, id))) };
}

function holds(action: ChatAction, incident: IncidentDocument): boolean {
  return action === 'resolve' ? incident.status === 'Resolved' : isAcknowledged(incident);
}

function stillSo(incident: IncidentDocument): Sentence {
  if (incident.status === 'Resolved') return say('nothingChangedAsResolved');
  return say(isAcknowledged(incident) ? 'nothingChangedAsAcknowledged' : 'nothingChangedAsOpen');
}
