import type { IntegrationType, Payload } from '../catalogue/index.ts';
import { isJsonObject, type Json } from '../mapping/index.ts';

/** A request by which a tool sets up its connection; no mapping gets to see it. */
export type Handshake =
  | { kind: 'sns-subscription'; tool: string }
  | { kind: 'sns-unsubscription'; tool: string }
  /** Slack's Events API checks an address by a challenge that the answer has to repeat. */
  | { kind: 'slack-challenge'; tool: string; challenge: string }
  /** CloudEvents HTTP webhook 1.0, section 4: a sender asks with OPTIONS whether it may send here. */
  | { kind: 'cloudevents-consent'; tool: string; origin: string };

/** The handshake that a payload is; null for every ordinary one. Pure, so that dry runs and replays see it too. */
export function handshakeOf(
  type: Pick<IntegrationType, 'handshake' | 'displayName'>,
  payload: Payload,
): Handshake | null {
  const tool = type.displayName;
  switch (type.handshake) {
    case null:
      return null;
    case 'sns-subscription': {
      const message = headerOf(payload, 'x-amz-sns-message-type');
      if (message === 'SubscriptionConfirmation') return { kind: 'sns-subscription', tool };
      return message === 'UnsubscribeConfirmation' ? { kind: 'sns-unsubscription', tool } : null;
    }
    case 'slack-challenge': {
      const body = membersOf(payload.jsonBody);
      const { type: kind, challenge } = body;
      return kind === 'url_verification' && typeof challenge === 'string'
        ? { kind: 'slack-challenge', tool, challenge }
        : null;
    }
    case 'cloudevents-consent': {
      const origin = headerOf(payload, 'webhook-request-origin');
      return payload.method === 'OPTIONS' && origin !== null
        ? { kind: 'cloudevents-consent', tool, origin }
        : null;
    }
  }
}

function headerOf(payload: Payload, name: string): string | null {
  const value = membersOf(payload.headers)[name];
  return typeof value === 'string' ? value.trim() : null;
}

function membersOf(value: Json | undefined): Payload {
  return isJsonObject(value) ? value : {};
}
