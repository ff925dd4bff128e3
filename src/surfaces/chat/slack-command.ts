import { shortened, slackText } from '../../channels/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import type { ChatCaller } from './caller.ts';
import { answerLine } from './line-in-room.ts';

/** A slash command of the Slack app; only who wrote it sees the answer. */
export function slackCommandHandler(world: World): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const given = body as { user_id: string; user_name?: string; command: string; text?: string };
    const { user_id: id, user_name: name, command, text = '' } = given;
    const person = { id, displayName: name ?? null };
    const said = await answerLine(world, integration, person, { command, text });
    return {
      status: 200,
      body: { response_type: 'ephemeral', text: shortened(slackText(said), 3900) },
    };
  };
}
