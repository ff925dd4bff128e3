import { pressedButton, shortened } from '../../channels/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import { isObject, isUuid, type World } from '../../kernel/index.ts';
import { isChatAction, type OutboundIntegration } from '../../outbound/index.ts';
import { inWords, say } from '../../sentences/index.ts';
import type { ChatCaller } from './caller.ts';
import { connectInRoom, disconnectInRoom, pressInRoom, speechInRoom } from './in-room.ts';
import { answerLine } from './line-in-room.ts';
import { pressPersonally } from './personal.ts';

interface DiscordUser {
  id: string;
  username?: string;
  global_name?: string | null;
}

interface DiscordBody {
  id?: string;
  type: number;
  user?: DiscordUser;
  member?: { nick?: string | null; user: DiscordUser };
  data?: {
    name?: string;
    options?: { value?: unknown }[];
    custom_id?: string;
    components?: object[];
  };
}

/** Nothing to show: the message itself follows by what happens to the incident. */
const taken = { type: 6 };

/** Handles pressed buttons, sent forms and written commands of Discord. */
export function discordHandler(world: World): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const interaction = body as DiscordBody;
    if (interaction.type === 1) return { status: 200, body: { type: 1 } };
    return { status: 200, body: await answer(world, integration, interaction) };
  };
}

async function answer(
  world: World,
  integration: OutboundIntegration,
  { id, type, user, member, data }: DiscordBody,
): Promise<object> {
  const somebody = member?.user ?? user;
  if (!somebody || ![2, 3, 5].includes(type)) return taken;
  const { global_name: globalName, username } = somebody;
  const displayName = member?.nick ?? globalName ?? username ?? null;
  const person = { id: somebody.id, displayName };
  if (type === 2) {
    const { value } = data?.options?.[0] ?? {};
    const written = {
      command: `/${data?.name ?? ''}`,
      text: typeof value === 'string' ? value : '',
      requestId: id ?? null,
    };
    return only(await answerLine(world, integration, person, written));
  }
  const personal = pressedButton(data?.custom_id ?? '');
  if (personal && type === 3) {
    const press = { ...personal, pressId: id ?? null };
    return only(await pressPersonally(world, integration, person.id, press));
  }
  const [word = '', incidentId = ''] = (data?.custom_id ?? '').split(':');
  const button = async (label: 'roomConnect' | 'roomDisconnect', customId: string) => ({
    type: 2,
    style: 2,
    label: inWords(say(label), await speechInRoom(world, integration)),
    custom_id: customId,
  });
  if (type === 5) {
    const code = enteredCode(data?.components ?? []);
    const { isConnected, text } = await connectInRoom(world, integration, person, code, 'form');
    return only(
      text,
      await button(
        isConnected ? 'roomDisconnect' : 'roomConnect',
        isConnected ? 'disconnect' : 'connect',
      ),
    );
  }
  if (word === 'connect') return codeForm(world, integration);
  if (word === 'disconnect') return only(await disconnectInRoom(world, integration, person.id));
  if (!isChatAction(word) || !isUuid(incidentId)) return taken;
  const press = { action: word, incidentId, chatUserId: person.id, pressId: id ?? null };
  const { isDone, text, userId } = await pressInRoom(world, integration, press, 'form');
  if (isDone) return taken;
  return userId === null ? only(text, await button('roomConnect', 'connect')) : only(text);
}

/** Shown to the person only. */
function only(text: string, button?: object): object {
  return {
    type: 4,
    data: {
      content: shortened(text, 1900),
      flags: 64,
      components: button ? [{ type: 1, components: [button] }] : [],
    },
  };
}

async function codeForm(world: World, integration: OutboundIntegration): Promise<object> {
  const speech = await speechInRoom(world, integration);
  const input = {
    type: 4,
    style: 1,
    custom_id: 'code',
    label: shortened(inWords(say('roomCode'), speech), 45),
    required: true,
    max_length: 100,
  };
  return {
    type: 9,
    data: {
      custom_id: 'connect',
      title: 'Tocsin',
      components: [{ type: 1, components: [input] }],
    },
  };
}

/** The value of the one field, which is in a row or in a label. */
function enteredCode(components: readonly object[]): string {
  const fields = components.flatMap((one) => {
    const { component, components: inRow } = one as { component?: unknown; components?: unknown };
    return [component, ...(Array.isArray(inRow) ? inRow : [])];
  });
  const field = fields.find((one) => isObject(one) && one.custom_id === 'code');
  return isObject(field) && typeof field.value === 'string' ? field.value : '';
}
