import type { Ctx, World } from '../../kernel/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import { inWords, type Sentence, say } from '../../sentences/index.ts';
import { actingPerson } from './acting-person.ts';
import type { Person } from './caller.ts';
import { answerCommand, type WrittenCommand } from './command.ts';
import { connectInRoom, disconnectInRoom, notConnected, toldInRoom } from './in-room.ts';

/** A line that somebody wrote to an app alone, or as a command that only they see the answer to. */
export interface WrittenLine extends WrittenCommand {
  /** Answers a line that begins with none of the words. */
  otherwise?(ctx: Ctx, text: string): Promise<Sentence>;
}

/** A code connects the account of whoever wrote it, `stop` ends that, and the other words do what they say. */
export async function answerLine(
  world: World,
  integration: OutboundIntegration,
  person: Person,
  { otherwise, ...written }: WrittenLine,
): Promise<string> {
  const { command } = written;
  const text = written.text.trim().replace(/^\//, '');
  if (/^stop$/i.test(text)) return disconnectInRoom(world, integration, person.id);
  const [, code] = /^(?:(?:connect|start)\s)?\s*([\w-]{43})$/i.exec(text) ?? [];
  if (code) return (await connectInRoom(world, integration, person, code, 'message')).text;
  const known = await actingPerson(world, integration, person.id);
  if (!known)
    return toldInRoom(world, integration, notConnected(command === '' ? 'message' : { command }));
  const { ctx, userId, speech } = known;
  if (!ctx) return inWords(say('suspendedInTocsin'), speech);
  const acting = { ctx, userId, integration };
  const lines = (await answerCommand(acting, { ...written, text })) ?? [
    (await otherwise?.(ctx, text)) ?? say('commandUnknown', { command }),
  ];
  // A chat where words are enough has no name for the command.
  return lines.map((line) => inWords(line, speech).trim()).join('\n');
}
