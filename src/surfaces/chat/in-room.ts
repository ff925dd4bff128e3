import { organizationLanguage } from '../../identity/index.ts';
import type { World } from '../../kernel/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import { inWords, type Sentence, type Speech, say, usualSpeech } from '../../sentences/index.ts';
import { act, type Outcome, type Press } from './act.ts';
import { actingPerson } from './acting-person.ts';
import type { Person } from './caller.ts';
import { connectByCode, disconnectAccount, nameOf } from './connect-account.ts';

/** How people enter their code there: in a form, as a message to the app alone, or by a command that only they see. */
export type RoomWay = 'form' | 'message' | { command: string };

/** The sentence for people who have connected no account: how they do it. */
export function notConnected(way: RoomWay): Sentence {
  if (way === 'form') return say('roomNotConnected');
  return way === 'message' ? say('roomNotConnectedWrite') : say('commandNotConnected', way);
}

/** The result of an action in a room, in the language of the person who did it. */
export interface RoomAnswer extends Pick<Outcome, 'isDone'> {
  text: string;
  /** Null: their account is connected with nobody. */
  userId: string | null;
}

/** Does what somebody pressed in a room, where only people act who have connected their account. */
export async function pressInRoom(
  world: World,
  integration: OutboundIntegration,
  press: Press,
  way: RoomWay,
): Promise<RoomAnswer> {
  const person = await actingPerson(world, integration, press.chatUserId);
  if (!person) {
    const text = await toldInRoom(world, integration, notConnected(way));
    return { isDone: false, text, userId: null };
  }
  const { ctx, speech, userId } = person;
  const { isDone, said } = ctx
    ? await act(ctx, integration, press)
    : { isDone: false, said: say('suspendedInTocsin') };
  return { isDone, text: inWords(said, speech), userId };
}

/** Takes the code that somebody entered in a room, and says whether it connected their account. */
export async function connectInRoom(
  world: World,
  integration: OutboundIntegration,
  person: Person,
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
  const connected = way === 'form' ? 'roomConnected' : 'roomConnectedWrite';
  const said = say(connected, { person: nameOf(user), email: user.wire.email });
  return { isConnected: true, text: inWords(said, speech), speech };
}

export async function disconnectInRoom(
  world: World,
  integration: OutboundIntegration,
  chatUserId: string,
): Promise<string> {
  const ended = await disconnectAccount(world, integration, chatUserId);
  if (!ended) return toldInRoom(world, integration, say('chatNotConnected'));
  return inWords(say('chatStopped'), ended.speech);
}

/** Somebody whom nobody knows is spoken to as the organization is. */
export async function speechInRoom(
  world: World,
  { organizationId }: Pick<OutboundIntegration, 'organizationId'>,
): Promise<Speech> {
  return usualSpeech[await organizationLanguage(world, organizationId)];
}

export async function toldInRoom(
  world: World,
  integration: OutboundIntegration,
  said: Sentence,
): Promise<string> {
  return inWords(said, await speechInRoom(world, integration));
}
