import { shortened } from '../../channels/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import { isUuid, type World } from '../../kernel/index.ts';
import { isChatAction, type OutboundIntegration } from '../../outbound/index.ts';
import { say } from '../../sentences/index.ts';
import type { ChatCaller, Person } from './caller.ts';
import { pressInRoom, toldInRoom } from './in-room.ts';
import { answerLine } from './line-in-room.ts';

interface GoogleChatEvent {
  type: string;
  eventTime?: string;
  user?: { name: string; displayName?: string };
  space?: { type?: string; spaceType?: string };
  message?: { text?: string };
  action?: { actionMethodName?: string; parameters?: { key?: string; value?: string }[] };
}

/** Handles pressed buttons of Google Chat, and messages to the app. */
export function googleChatHandler(world: World): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const event = body as GoogleChatEvent;
    if (!event.user) return { status: 200, body: {} };
    const { name: id, displayName = null } = event.user;
    const person = { id, displayName };
    // Google names no request: the time and the person do.
    const pressId = event.eventTime ? `${id} ${event.eventTime}` : null;
    if (event.type === 'MESSAGE')
      return {
        status: 200,
        body: await answerMessage(world, integration, { event, person, requestId: pressId }),
      };
    const { actionMethodName: action, parameters = [] } = event.action ?? {};
    const incidentId = parameters.find(({ key }) => key === 'incidentId')?.value ?? '';
    if (event.type !== 'CARD_CLICKED' || !isChatAction(action) || !isUuid(incidentId))
      return { status: 200, body: {} };
    const press = { action, incidentId, chatUserId: id, pressId };
    const { isDone, text } = await pressInRoom(world, integration, press, 'message');
    // A success shows in the message itself.
    return { status: 200, body: isDone ? {} : only(text, id, { type: 'NEW_MESSAGE' }) };
  };
}

/** Codes and words are taken where a person is alone with the app: what stands in a space is nobody's alone. */
async function answerMessage(
  world: World,
  integration: OutboundIntegration,
  {
    event: { space, message },
    person,
    requestId,
  }: { event: GoogleChatEvent; person: Person; requestId: string | null },
): Promise<object> {
  const isAlone = space?.type === 'DM' || space?.spaceType === 'DIRECT_MESSAGE';
  if (!isAlone) return only(await toldInRoom(world, integration, say('roomHelpWrite')), person.id);
  const written = { command: '', text: message?.text ?? '', requestId };
  return { text: shortened(await answerLine(world, integration, person, written), 3900) };
}

/** Shown to the person only. */
function only(text: string, userName: string, actionResponse?: object): object {
  return {
    text: shortened(text, 3900),
    privateMessageViewer: { name: userName },
    ...(actionResponse ? { actionResponse } : {}),
  };
}
