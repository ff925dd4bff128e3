import { createHash } from 'node:crypto';
import { isObject } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { notNow, refused, type ToolAnswer, textAt } from '../exchange.ts';
import { happenedText, markdownMarkup, wholeText } from '../markup.ts';
import { cut } from '../report.ts';
import { sendTicket } from '../ticket.ts';
import { defineTool, type Job, type SettingsOf } from '../tool.ts';

/** 1 urgent to 4 low. */
const priorities = { Critical: 1, Warning: 2, Minor: 4 } as const;

export const linear = defineTool<'linearSettings'>({
  settings: 'linearSettings',
  leavesOpen: true,
  send(job) {
    const { settings, report, delivery } = job;
    // Linear takes the id from us, so a repeat cannot make a second issue.
    const id = uuidOf(`${delivery.integration.id}\n${report.marker}`);
    return sendTicket(job, {
      async find() {
        const answer = await ask(
          job,
          'query($id: ID!) { issues(filter: { id: { eq: $id } }) { nodes { id } } }',
          { id },
        );
        return JSON.stringify(answer.json).includes(id) ? id : null;
      },
      create: async () =>
        textAt(
          await ask(
            job,
            'mutation($input: IssueCreateInput!) { issueCreate(input: $input) { issue { id } } }',
            {
              input: {
                id,
                teamId: settings.teamId,
                title: cut(report.title, 255),
                description: wholeText(report, markdownMarkup, 20_000),
                priority: priorities[report.severity],
              },
            },
          ),
          'data',
          'issueCreate',
          'issue',
          'id',
        ),
      comment: (issueId) =>
        ask(
          job,
          'mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success } }',
          {
            input: { issueId, body: happenedText(report, markdownMarkup, 20_000) },
          },
        ),
      async setState(issueId, state) {
        const stateId = state === 'resolved' ? settings.resolvedStateId : settings.openStateId;
        if (!stateId) return;
        await ask(
          job,
          'mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }',
          { id: issueId, input: { stateId } },
        );
      },
    });
  },
});

/** GraphQL answers 200 also when it refuses. */
async function ask(
  { exchange, settings }: Job<SettingsOf<'linearSettings'>>,
  query: string,
  variables: object,
): Promise<ToolAnswer> {
  const answer = await exchange.ask('https://api.linear.app/graphql', {
    headers: { authorization: settings.apiKey },
    json: { query, variables },
  });
  const [error] = Array.isArray(answer.json.errors) ? answer.json.errors : [];
  if (!isObject(error)) return answer;
  const message = say('linearAnswered', { words: cut(String(error.message), 300) });
  const code = isObject(error.extensions) ? String(error.extensions.code) : 'error';
  return /RATELIMITED|INTERNAL/i.test(code) ? notNow(code, message) : refused(code, message);
}

/** A UUID of version 4 that is always the same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
