import { pressedButton, shortened } from '../../channels/index.ts';
import type { OperationHandler } from '../../http/index.ts';
import type { Severity } from '../../incidents/index.ts';
import { AppError, type Ctx, type World } from '../../kernel/index.ts';
import type { ChatAction, OutboundIntegration } from '../../outbound/index.ts';
import { refusal, type Sentence, say } from '../../sentences/index.ts';
import type { ChatCaller } from './caller.ts';
import { pressInRoom, toldInRoom } from './in-room.ts';
import { answerLine } from './line-in-room.ts';
import { openIncident } from './open-incident.ts';
import { pressPersonally } from './personal.ts';
import { saidBy } from './said-by.ts';

interface MattermostPress {
  user_id: string;
  trigger_id?: string;
  context: { action?: ChatAction; incidentId?: string; reply?: string };
}

interface MattermostCommand {
  user_id: string;
  user_name?: string;
  command?: string;
  text?: string;
  trigger_id?: string;
}

const usualCommand = '/tocsin';

/** Handles buttons that people press on messages in channels and on messages to them alone. */
export function mattermostActionHandler(world: World): OperationHandler<ChatCaller> {
  return async ({ integration, isEnded }, { body }) => {
    const { user_id: chatUserId, trigger_id: pressId = null, context } = body as MattermostPress;
    const { action, incidentId, reply } = context;
    const personal = pressedButton(reply ?? '');
    const told = (text: string) => ({ status: 200 as const, body: { ephemeral_text: text } });
    if (isEnded) return told(await toldInRoom(world, integration, say('chatPressNotYours')));
    if (personal)
      return told(await pressPersonally(world, integration, chatUserId, { ...personal, pressId }));
    // The token that proves the request is of an incident and so has both.
    if (!action || !incidentId) throw refusal('malformed-body', say('chatPayloadNotJson'));
    const press = { action, incidentId, chatUserId, pressId };
    const { text } = await pressInRoom(world, integration, press, { command: usualCommand });
    return told(text);
  };
}

/** A slash command of Mattermost; only who wrote it sees the answer. */
export function mattermostCommandHandler(world: World): OperationHandler<ChatCaller> {
  return async ({ integration }, { body }) => {
    const given = body as MattermostCommand;
    const { user_id: id, user_name: name, command = usualCommand, text = '' } = given;
    const requestId = given.trigger_id ?? null;
    const opens = integration.wire.mattermostSettings?.createIncidentsFromMattermost;
    const said = await answerLine(
      world,
      integration,
      { id, displayName: name ?? null },
      {
        command,
        text,
        requestId,
        ...(opens && {
          otherwise: (ctx, line) => opened(ctx, integration, { line, requestId }),
        }),
      },
    );
    return { status: 200, body: { response_type: 'ephemeral', text: shortened(said, 3900) } };
  };
}

const severities: Readonly<Record<string, Severity>> = {
  critical: 'Critical',
  warning: 'Warning',
  minor: 'Minor',
};

/** Opens an incident of the team of the integration. */
async function opened(
  ctx: Ctx,
  integration: OutboundIntegration,
  { line, requestId }: { line: string; requestId: string | null },
): Promise<Sentence> {
  const words = line.replaceAll(/\s+/g, ' ').trim();
  const [first = '', ...rest] = words.split(' ');
  const severity = severities[first.toLowerCase()];
  const title = severity ? rest.join(' ') : words;
  if (title === '') return say('sayWhatIsWrong');
  const { teamId } = integration.wire;
  const wish = { title, severity: severity ?? 'Warning', teamId, requestId };
  try {
    const incident = await openIncident(ctx, integration, wish);
    return say('incidentOpenedInChat', { title: incident.title });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return say('nothingOpenedBecause', { why: saidBy(error) });
  }
}
