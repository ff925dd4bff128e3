import { say } from '../sentences/index.ts';
import { type Exchange, NotSent, notNow, refused, type ToolAnswer, textAt } from './exchange.ts';

/** A conversation with Slack under one bot token. */
export interface SlackCaller {
  exchange: Exchange;
  botToken: string | null | undefined;
}

const passingErrors = new Set([
  'ratelimited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);

/** Slack answers 200 also when it refuses. */
export async function callSlack(
  { exchange, botToken }: SlackCaller,
  method: string,
  json: object,
): Promise<ToolAnswer> {
  const answer = await exchange.ask(`https://slack.com/api/${method}`, {
    headers: {
      authorization: `Bearer ${botToken}`,
      'content-type': 'application/json; charset=utf-8',
    },
    json,
  });
  if (answer.json.ok === true) return answer;
  const code = typeof answer.json.error === 'string' ? answer.json.error : 'unknown_error';
  if (passingErrors.has(code)) notNow(code, say('slackAnswered', { code }));
  return refused(code, say(hints[code] ?? 'slackAnswered', { code }));
}

/** The sentences that advise what to do about some errors. */
const hints: Partial<
  Record<string, 'slackNotInChannel' | 'slackNoChannel' | 'slackScopeMissing' | 'slackTokenInvalid'>
> = {
  not_in_channel: 'slackNotInChannel',
  channel_not_found: 'slackNoChannel',
  missing_scope: 'slackScopeMissing',
  invalid_auth: 'slackTokenInvalid',
};

/** The mention of a person by their address; null where Slack does not tell it: nobody is worth failing the message. */
export async function slackMention(
  { exchange, botToken }: SlackCaller,
  email: string,
): Promise<string | null> {
  const query = new URLSearchParams({ email });
  try {
    const answer = await exchange.ask(`https://slack.com/api/users.lookupByEmail?${query}`, {
      method: 'GET',
      headers: { authorization: `Bearer ${botToken}` },
    });
    return answer.json.ok === true ? `<@${textAt(answer, 'user', 'id')}>` : null;
  } catch (error) {
    if (error instanceof NotSent) return null;
    throw error;
  }
}
