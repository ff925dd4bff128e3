import { type Intent, patchIncident } from '../../incidents/index.ts';
import { AppError, type World } from '../../kernel/index.ts';
import { type ChatAction, type OutboundIntegration, wasSent } from '../../outbound/index.ts';
import { actingFor } from './acting-for.ts';
import type { Person } from './caller.ts';

const intents: Record<ChatAction, Intent> = { acknowledge: 'Investigated', resolve: 'Resolved' };
const done: Record<ChatAction, string> = { acknowledge: 'Acknowledged.', resolve: 'Resolved.' };

/** What to show to the person. */
export interface Outcome {
  isDone: boolean;
  text: string;
}

/**
 * Does what somebody pressed, and says what became of it. Who is in the channel may act on the incidents that were sent
 * there; a person of the organization with the same e-mail address acts under their own name.
 */
export async function act(
  world: World,
  integration: OutboundIntegration,
  { action, incidentId, person }: { action: ChatAction; incidentId: string; person: Person },
): Promise<Outcome> {
  if (!(await wasSent(world, integration.id, incidentId)))
    return { isDone: false, text: 'This incident was not sent to this channel.' };
  const appendIntent = {
    intent: intents[action],
    message: null,
    messageIsPublic: null,
    options: {},
  };
  try {
    const { ctx, by } = await actingFor(world, integration, person);
    await patchIncident(ctx, incidentId.toLowerCase(), { appendIntent }, by);
    return { isDone: true, text: done[action] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { isDone: false, text: `Nothing was changed: ${error.message}` };
  }
}
