import type { World } from '../kernel/index.ts';
import type { Journey } from '../tracing/index.ts';
import type { DueMessage, OutgoingMessage } from './outgoing-message.ts';
import type { SendMessage } from './sender.ts';

/**
 * Sends as `send` does, and says of each incident that the message told of when it was due, tried, and what came of it.
 */
export function tracedSend(
  { clock }: Pick<World, 'clock'>,
  journey: Pick<Journey, 'message'>,
  send: SendMessage,
): SendMessage {
  return async (message, onPaused) => {
    const startedAt = clock.now();
    const note = (outcome: string) => {
      for (const told of [message, ...message.others])
        noteMessage(journey, message, told, { outcome, startedAt, until: clock.now() });
    };
    try {
      const result = await send(message, onPaused);
      note(result.outcome);
      return result;
    } catch (error) {
      note('retry');
      throw error;
    }
  };
}

function noteMessage(
  journey: Pick<Journey, 'message'>,
  { lane, others }: OutgoingMessage,
  { delivery, incident }: DueMessage,
  steps: { outcome: string; startedAt: Date; until: Date },
): void {
  const { _id, organizationId, incidentId, createdAt, dueAt, attempts } = delivery;
  if (incidentId === null) return;
  journey.message({
    ...steps,
    organizationId,
    integrationId: incident?.integrationId ?? null,
    incidentId,
    deliveryId: _id,
    decidedFrom: createdAt,
    from: dueAt,
    channel: lane,
    attempt: attempts.length + 1,
    isBundled: others.length > 0,
  });
}
