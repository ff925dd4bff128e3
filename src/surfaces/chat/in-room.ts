import { chatAccountOf } from '../../contacts/index.ts';
import { randomId, systemContext, type World } from '../../kernel/index.ts';
import { speechOfLink } from '../../notifications/index.ts';
import { type OutboundIntegration, outboundTypeName } from '../../outbound/index.ts';
import { inWords, refusal, type Sentence, type Speech, say } from '../../sentences/index.ts';
import { actingAs } from '../../teams/index.ts';
import { act, type Outcome, type Press } from './act.ts';
import { speechTo } from './acting-for.ts';
import type { Person } from './caller.ts';
import { connectByCode, disconnectAccount, nameOf } from './connect-account.ts';

/** How people enter their code there: in a form, or as a message to the app alone. */
export type RoomWay = 'form' | 'message';

const sentences = {
  form: { notConnected: 'roomNotConnected', connected: 'roomConnected' },
  message: { notConnected: 'roomNotConnectedWrite', connected: 'roomConnectedWrite' },
} as const;

/** What came of something in a room, in the words of whoever did it. */
export interface RoomAnswer extends Pick<Outcome, 'isDone'> {
  text: string;
  /** Null: their account is connected with nobody. */
  userId: string | null;
}

/**
 * Does what somebody pressed in a room where only people act who have connected their account: as themselves, with
 * their rights. Nothing is believed of what the chat calls them.
 */
export async function pressInRoom(
  world: World,
  integration: OutboundIntegration,
  press: Press,
  way: RoomWay,
): Promise<RoomAnswer> {
  const { organizationId, id } = integration;
  const account = await chatAccountOf(systemContext(world, organizationId), id, press.person.id);
  if (!account) {
    const text = await toldInRoom(world, integration, say(sentences[way].notConnected));
    return { isDone: false, text, userId: null };
  }
  const { userId } = account.wire;
  const via = outboundTypeName(integration.wire.type);
  const { isDone, said } = await act(world, integration, press, async () => {
    const ctx = await actingAs(world, { organizationId, userId }, { via, requestId: randomId() });
    if (!ctx) throw refusal('forbidden', say('suspendedInTocsin'));
    return { ctx };
  });
  const speech = await speechOfLink(world, { organizationId, userId });
  return { isDone, text: inWords(said, speech), userId };
}

/** Takes the code that somebody entered in a room, and says whether it connected their account. */
export async function connectInRoom(
  world: World,
  integration: OutboundIntegration,
  person: Pick<Person, 'id' | 'displayName'>,
  code: string,
  way: RoomWay,
): Promise<{ isConnected: boolean; text: string; speech: Speech }> {
  const taken = await connectByCode(world, integration, person, code.trim());
  if (typeof taken === 'string') {
    const said = say(taken === 'wrong' ? 'chatCodeWrong' : 'suspendedInTocsin');
    const speech = await speechInRoom(world, integration);
    return { isConnected: false, text: inWords(said, speech), speech };
  }
  const { user, speech } = taken;
  const said = say(sentences[way].connected, { person: nameOf(user), email: user.wire.email });
  return { isConnected: true, text: inWords(said, speech), speech };
}

export async function disconnectInRoom(
  world: World,
  integration: OutboundIntegration,
  chatUserId: string,
): Promise<string> {
  const ended = await disconnectAccount(world, integration, chatUserId);
  if (!ended) return toldInRoom(world, integration, say('chatNotConnected'));
  return inWords(say('roomStopped'), ended.speech);
}

/** Somebody whom nobody knows is spoken to as the organization is. */
export function speechInRoom(world: World, integration: OutboundIntegration): Promise<Speech> {
  return speechTo(world, integration, { id: '', displayName: null, email: null });
}

export async function toldInRoom(
  world: World,
  integration: OutboundIntegration,
  said: Sentence,
): Promise<string> {
  return inWords(said, await speechInRoom(world, integration));
}
