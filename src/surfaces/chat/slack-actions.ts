import { pressedButton } from '../../channels/index.ts';
import type { OutboundClient } from '../../egress/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import { isObject, isUuid, type World } from '../../kernel/index.ts';
import { isChatAction } from '../../outbound/index.ts';
import { refusal, say } from '../../sentences/index.ts';
import type { ChatCaller } from './caller.ts';
import { pressInRoom } from './in-room.ts';
import { pressPersonally } from './personal.ts';
import { slackWay, tellInSlack } from './slack-tell.ts';

/** Handles buttons that people press in Slack, in channels and in messages to them alone. */
export function slackActionHandler(
  world: World,
  egress: OutboundClient,
): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const press = slackPress(body as { payload: string });
    if (!press) return { status: 200, body: {} };
    const { userId: id, responseUrl, value, pressId } = press;
    const tell = (text: string) => tellInSlack(egress, responseUrl, text);
    const personal = pressedButton(value);
    if (personal) {
      await tell(await pressPersonally(world, integration, id, { ...personal, pressId }));
    } else if (isChatAction(press.action) && isUuid(value)) {
      const pressed = { action: press.action, incidentId: value, chatUserId: id, pressId };
      const { isDone, text } = await pressInRoom(world, integration, pressed, slackWay);
      // A success shows in the message itself.
      if (!isDone) await tell(text);
    }
    return { status: 200, body: {} };
  };
}

/** Null for what is no button with a value: Slack also tells when somebody opens a link. */
function slackPress({ payload }: { payload: string }) {
  const { actions, user, response_url: responseUrl } = parsed(payload);
  const [pressed] = Array.isArray(actions) ? actions : [];
  if (!isObject(pressed) || !isObject(user) || typeof user.id !== 'string') return null;
  const { action_id: action, value, action_ts: at } = pressed;
  if (typeof value !== 'string') return null;
  return {
    action,
    value,
    userId: user.id,
    responseUrl: typeof responseUrl === 'string' ? responseUrl : '',
    // A recorded press that comes again is the same one.
    pressId: typeof at === 'string' ? `${user.id} ${at}` : null,
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Answered below like any other text.
  }
  throw refusal('malformed-body', say('chatPayloadNotJson'));
}
