import { say } from '../../sentences/index.ts';
import { itemsAt, refused, textAt } from '../exchange.ts';
import { happenedText, jiraMarkup, wholeText } from '../markup.ts';
import { cut } from '../report.ts';
import { basic, sendTicket } from '../ticket.ts';
import { defineTool, type Job, type SettingsOf } from '../tool.ts';
import { below, demandPublicUrl } from '../urls.ts';

type JiraSettings = SettingsOf<'jiraSettings'>;

/** Version 2 of the API, whose texts are wiki markup in Jira Cloud and in Data Center alike. */
export const jira = defineTool<'jiraSettings'>({
  settings: 'jiraSettings',
  leavesOpen: true,
  check: ({ baseUrl }) => demandPublicUrl('jiraSettings.baseUrl', baseUrl, ['email', 'apiToken']),
  send(job) {
    const { settings, report } = job;
    return sendTicket(job, {
      async find() {
        const search = settings.email ? 'search/jql' : 'search';
        const query = new URLSearchParams({
          jql: `labels = "${report.marker}"`,
          fields: 'key',
          maxResults: '1',
        });
        const [issue] = itemsAt(await call(job, `${search}?${query}`, { method: 'GET' }), 'issues');
        return typeof issue?.key === 'string' ? issue.key : null;
      },
      create: async () =>
        textAt(
          await call(job, 'issue', {
            json: {
              fields: {
                project: { key: settings.projectKey },
                issuetype: { name: settings.issueType ?? 'Task' },
                summary: cut(report.title, 255),
                description: wholeText(report, jiraMarkup, 30_000),
                labels: ['tocsin', report.marker],
              },
            },
          }),
          'key',
        ),
      comment: (key) =>
        call(job, `issue/${encodeURIComponent(key)}/comment`, {
          json: { body: happenedText(report, jiraMarkup, 30_000) },
        }),
      async setState(key, state) {
        const name = state === 'resolved' ? settings.resolveTransition : settings.reopenTransition;
        if (name) await transition(job, key, name);
      },
    });
  },
});

async function transition(job: Job<JiraSettings>, key: string, name: string): Promise<void> {
  const path = `issue/${encodeURIComponent(key)}/transitions`;
  const possible = itemsAt(await call(job, path, { method: 'GET' }), 'transitions');
  const wanted = name.toLowerCase();
  const chosen = possible.find(
    ({ name: own, to }) =>
      lower(own) === wanted || lower((to as { name?: unknown })?.name) === wanted,
  );
  if (!chosen) {
    const offered = possible.map((item) => String(item.name));
    refused('transition', say('jiraTransitionMissing', { key, name, offered }));
  }
  await call(job, path, { json: { transition: { id: String(chosen.id) } } });
}

function lower(value: unknown): string | null {
  return typeof value === 'string' ? value.toLowerCase() : null;
}

function call(
  { exchange, settings }: Job<JiraSettings>,
  path: string,
  request: { method?: 'GET'; json?: object },
) {
  const { baseUrl, email, apiToken } = settings;
  return exchange.ask(below(baseUrl, `/rest/api/2/${path}`), {
    ...request,
    headers: { authorization: email ? basic(email, apiToken) : `Bearer ${apiToken}` },
  });
}
