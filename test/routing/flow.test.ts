import { afterAll, beforeAll, expect, it } from 'vitest';
import type { components } from '../../src/contract/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeIntegration } from '../support/incidents.ts';
import { alert, map } from '../support/webhook.ts';

let server: TestApp;
let integration: { id: string; teamId: string };
let database: string;
let routing: string;

beforeAll(async () => {
  server = await startTestApp();
  const { api } = server;
  integration = await makeIntegration(api, 'Webhook', { labels: ['shop'] });
  await map(server, integration.id);
  database = await api.make('/team', { displayName: 'Database' });
  routing = await api.make('/routing', {
    displayName: 'Platform',
    teamId: integration.teamId,
    rules: [
      {
        displayName: 'Databases',
        conditions: {
          intents: ['Created'],
          labels: ['shop'],
          attributes: [{ name: 'Host', operator: 'contains', value: 'DB-', ignoreCase: true }],
        },
        actions: { assignToTeams: [database], changeSeverity: 'Critical' },
      },
      {
        displayName: 'Nobody looked',
        conditions: { statuses: ['Open'], severities: ['Critical'] },
        actions: { addInteraction: 'Escalated', comment: 'Still open', delayActionsInMinutes: 10 },
      },
    ],
  });
});
afterAll(() => server.stop());

type Incident = components['schemas']['Incident'];
type Execution = components['schemas']['RoutingRuleExecutionLog'];

async function incidentOf(id: unknown): Promise<Incident> {
  return (await server.api.get(`/incident/search/${id}`)).body as Incident;
}

/** First to last. */
async function executionsOf(id: unknown): Promise<(string | null)[][]> {
  const path = `/routing/${routing}/rule-execution-logs/search/list?IncidentId=${id}`;
  const { body } = await server.api.get(path);
  return (body.routingRuleExecutionLogs as Execution[])
    .map(({ ruleDisplayName, outcome, effectSummary }) => [ruleDisplayName, outcome, effectSummary])
    .toReversed();
}

it('rules act on what a tool reports, at once and later, and their log says so', async () => {
  const sent = await alert(server, integration.id, { host: 'db-1', severity: 'Warning' });
  const id = sent.body.incidentId;
  await server.app.jobs.runAll();
  const assigned = await incidentOf(id);
  expect(assigned.teams.map(({ displayName }) => displayName)).toEqual([
    'Team of Webhook',
    'Database',
  ]);
  expect(assigned.unattended).toBe(true);
  const byRules = assigned.events.flatMap(({ severity, modification: { intent, rule } }) =>
    rule ? [[intent, severity, rule.displayName]] : [],
  );
  expect(byRules).toEqual([
    ['Assigned', 'Critical', 'Databases'],
    ['Updated', 'Critical', 'Databases'],
  ]);
  const atOnce = [
    ['Databases', 'Applied', 'Severity Critical; assigned to Database.'],
    ['Nobody looked', 'Delayed', 'Actions wait.'],
  ];
  expect(await executionsOf(id)).toEqual(atOnce);

  // Further events of the same incident fire nothing again.
  await alert(server, integration.id, { host: 'db-1', severity: 'Critical', title: 'Still' });
  await server.app.jobs.runAll();
  expect(await executionsOf(id)).toEqual(atOnce);

  server.clock.advance(601);
  await server.app.jobs.runAll();
  const escalated = await incidentOf(id);
  const [byDelay] = escalated.events.filter(
    ({ modification: { rule } }) => rule?.displayName === 'Nobody looked',
  );
  expect(byDelay).toMatchObject({
    message: 'Still open',
    modification: { intent: 'Escalated' },
  });
  expect(await executionsOf(id)).toEqual([...atOnce, ['Nobody looked', 'Applied', 'Escalated.']]);
});

it('a rule that waits is dropped when its conditions no longer hold, and says so', async () => {
  const sent = await alert(server, integration.id, { id: 'other', host: 'DB-2' });
  const id = sent.body.incidentId;
  await server.app.jobs.runAll();
  await alert(server, integration.id, { id: 'other', host: 'DB-2', status: 'Resolved' });
  server.clock.advance(601);
  await server.app.jobs.runAll();
  expect((await executionsOf(id)).at(-1)).toEqual([
    'Nobody looked',
    'Skipped',
    'Not done: The status is Resolved, not Open.',
  ]);
});
