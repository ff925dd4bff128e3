import type { World } from '../../kernel/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import { say } from '../../sentences/index.ts';
import type { Person } from './caller.ts';
import { answerCommand } from './command.ts';
import { connectInRoom, disconnectInRoom, toldInRoom } from './in-room.ts';

/** What somebody wrote to an app alone, or as a command that only they see the answer to. */
export interface WrittenLine {
  /** How the command is called there, such as `/tocsin`; empty where words are enough. */
  command: string;
  text: string;
}

/** A code connects the account of whoever wrote it, `stop` ends that, and the other words do what they say. */
export async function answerLine(
  world: World,
  integration: OutboundIntegration,
  person: Pick<Person, 'id' | 'displayName'>,
  { command, text }: WrittenLine,
): Promise<string> {
  const line = text.trim();
  if (/^\/?stop$/i.test(line)) return disconnectInRoom(world, integration, person.id);
  const [, code] = /^(?:\/?connect )?\s*([\w-]{43})$/i.exec(line) ?? [];
  if (code) return (await connectInRoom(world, integration, person, code, 'message')).text;
  const written = { chatUserId: person.id, command, text: line };
  const answer = await answerCommand(world, integration, written);
  return answer ?? toldInRoom(world, integration, say('commandUnknown', { command }));
}
