import { shortened, slackText } from '../../channels/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import type { World } from '../../kernel/index.ts';
import type { ChatCaller } from './caller.ts';
import { answerLine } from './line-in-room.ts';

interface SlackCommand {
  user_id: string;
  user_name?: string;
  command: string;
  text?: string;
  trigger_id?: string;
}

/** A slash command of the Slack app; only who wrote it sees the answer. */
export function slackCommandHandler(world: World): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const given = body as SlackCommand;
    const {
      user_id: id,
      user_name: name,
      command,
      text = '',
      trigger_id: requestId = null,
    } = given;
    const person = { id, displayName: name ?? null };
    const said = await answerLine(world, integration, person, { command, text, requestId });
    return {
      status: 200,
      body: { response_type: 'ephemeral', text: shortened(slackText(said), 3900) },
    };
  };
}
