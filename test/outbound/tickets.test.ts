import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver, type OutboundTypeId } from '../../src/outbound/index.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { integrationOf, Story } from './delivery.ts';
import { type Json, simulatedTools, type Thing } from './simulated-tools.ts';

let server: TestApp;
let receiver: ScriptedReceiver;
let things: Thing[];

beforeAll(async () => {
  [server, receiver] = await Promise.all([sharedTestApp(), startScriptedReceiver()]);
});
afterAll(() => receiver.stop());
beforeEach(() => {
  things = [];
});

/** A story of an incident for a tool with other settings than usual. */
function storyFor(type: OutboundTypeId, change: object = {}): Story {
  const { settings, answer } = simulatedTools[type];
  receiver.play((request) => answer(request, things));
  const [[member, own]] = Object.entries(settings) as [[string, object]];
  return new Story(integrationOf(type, { [member]: { ...own, ...change } }));
}
const send = (delivery: ReturnType<Story['next']>) =>
  deliver(server.app.world, receiver.egress, delivery);

describe('every ticket tool', () => {
  it.each([
    'Jira',
    'ServiceNow',
    'GitHub',
    'GitLab',
    'AzureDevOps',
    'Zendesk',
    'Linear',
    'ClickUp',
    'Trello',
  ] as const)(
    '%s: a ticket is closed even when the news of the resolution was overtaken',
    async (type) => {
      const story = storyFor(type);
      await send(story.next('Created'));
      story.next('Resolved');
      // As when a newer event takes the place of an older one in the queue.
      const late = story.next('Commented');
      late.incident.events = [
        { ...late.incident.events[0], status: 'Resolved' } as Json,
        ...late.incident.events.slice(1),
      ];
      expect(await send(late)).toMatchObject({ outcome: 'sent' });
      expect(things).toMatchObject([{ state: 'resolved' }]);
    },
  );

  it.each([
    'Jira',
    'ServiceNow',
    'GitHub',
    'GitLab',
    'AzureDevOps',
    'Notion',
    'Zendesk',
    'Linear',
    'ClickUp',
    'Trello',
  ] as const)('%s: a comment that failed once is there once', async (type) => {
    const story = storyFor(type);
    await send(story.next('Created'));
    const delivery = story.next('Commented', { message: 'looking into it' });
    receiver.next({ status: 500 });
    expect(await send(delivery)).toMatchObject({ outcome: 'retry' });
    expect(await send(delivery)).toMatchObject({ outcome: 'sent' });
    expect(things[0]?.comments.filter((text) => text.includes('looking'))).toHaveLength(1);
  });
});

describe('Jira', () => {
  it('proves itself by Basic in the Cloud and by Bearer elsewhere, where it also searches elsewhere', async () => {
    const lost = { trouble: 'lost' } as const;
    const cloud = storyFor('Jira').next('Created');
    receiver.next(lost);
    await send(cloud);
    await send(cloud);
    expect(receiver.requests.map(({ path }) => path)).toEqual([
      '/rest/api/2/issue',
      '/rest/api/2/search/jql',
      '/rest/api/2/issue',
    ]);
    const basic = `Basic ${Buffer.from('alerts@example.com:SECRET-jira').toString('base64')}`;
    expect(receiver.requests[0]?.headers.authorization).toBe(basic);

    const own = storyFor('Jira', { email: null, baseUrl: 'https://jira.example.com/jira/' }).next(
      'Created',
    );
    receiver.next(lost, { json: { issues: [{ key: 'OPS-7' }] } });
    await send(own);
    expect(await send(own)).toMatchObject({ outcome: 'sent', providerId: 'OPS-7' });
    expect(receiver.requests.map(({ host, path }) => host + path)).toEqual([
      'jira.example.com/jira/rest/api/2/issue',
      'jira.example.com/jira/rest/api/2/search',
    ]);
    expect(receiver.requests[0]?.headers.authorization).toBe('Bearer SECRET-jira');
  });

  it('names the transitions that there are when the one of the settings is not', async () => {
    const story = storyFor('Jira', { resolveTransition: 'Vanish' });
    await send(story.next('Created'));
    expect(await send(story.next('Resolved'))).toMatchObject({
      outcome: 'refused',
      error: expect.stringMatching(/no transition “Vanish”.*Start, Close/),
    });
  });

  it('only comments without a transition', async () => {
    const story = storyFor('Jira', { resolveTransition: null });
    await send(story.next('Created'));
    expect(await send(story.next('Resolved'))).toMatchObject({ outcome: 'sent' });
    expect(things[0]?.comments).toHaveLength(1);
  });
});

describe('PagerDuty', () => {
  it('triggers before it acknowledges or resolves what it never heard of', async () => {
    const story = storyFor('PagerDuty', { region: null });
    story.next('Created');
    await send(story.next('Investigated'));
    expect(things).toMatchObject([{ state: 'acknowledged' }]);
    expect(receiver.requests.map(({ host, json }) => [host, (json as Json).event_action])).toEqual([
      ['events.pagerduty.com', 'trigger'],
      ['events.pagerduty.com', 'acknowledge'],
    ]);
  });
});

describe('GitHub and GitLab', () => {
  it.each([
    ['GitHub', '/api/v3/repos/example/operations/issues'],
    ['GitLab', '/api/v3/api/v4/projects/example%2Foperations/issues'],
  ] as const)('%s of one’s own has an address of its own', async (type, path) => {
    const delivery = storyFor(type, { baseUrl: 'https://git.example.com/api/v3/' }).next('Created');
    receiver.next({ status: 201, json: { number: 5, iid: 5 } });
    expect(await send(delivery)).toMatchObject({ outcome: 'sent', providerId: '5' });
    expect(receiver.requests[0]).toMatchObject({ host: 'git.example.com', path });
  });
});

describe('Linear', () => {
  it.each([
    ['RATELIMITED', 'retry'],
    ['AUTHENTICATION_ERROR', 'refused'],
  ])('%s is worth: %s', async (code, outcome) => {
    const delivery = storyFor('Linear').next('Created');
    receiver.next({ json: { errors: [{ message: 'no', extensions: { code } }] } });
    expect(await send(delivery)).toMatchObject({ outcome, code });
  });
});

it('what a tool has of an incident leaves with the integration', async () => {
  const { settings, answer } = simulatedTools.Linear;
  receiver.play((request) => answer(request, things));
  const teamId = await server.api.make('/team', { displayName: 'Payments' });
  const body = { displayName: 'Tickets', teamId, type: 'Linear', ...settings };
  const id = await server.api.make('/outbound-integration', body);
  const integration = {
    ...integrationOf('Linear', settings),
    id,
    organizationId: server.organizationId,
  };
  await send(new Story(integration).next('Created'));
  const sent = server.app.world.store.connection.collection('outbound_sent_messages');
  expect(await sent.countDocuments({ integrationId: id })).toBe(1);
  await server.api.delete(`/outbound-integration/${id}`);
  await server.app.jobs.runAll((task) => task === 'removals');
  expect(await sent.countDocuments({ integrationId: id })).toBe(0);
});
