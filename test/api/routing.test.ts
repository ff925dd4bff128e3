import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  executionOfDelayed,
  executionsOf,
  type FiredRule,
  type RuleEffects,
  recordExecutions,
} from '../../src/routing/index.ts';
import { say, words } from '../../src/sentences/index.ts';
import type { TestApp } from '../support/app.ts';
import { type EchoSpec, expectEcho, oddlySpelled, variations } from '../support/echo.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let teamId: string;
let otherTeamId: string;
let integration: string;
let outbound: string;
let service: string;

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments' });
  otherTeamId = await api.make('/team', { displayName: 'Search' });
  const owned = { displayName: 'Alerts', teamId };
  integration = await api.make('/inbound-integration', { ...owned, type: 'Webhook' });
  outbound = await api.make('/outbound-integration', { ...owned, type: 'Slack' });
  service = await api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' });
});

/** All members, as a provider writes those that are not set. */
const conditions = {
  statuses: null,
  severities: null,
  integrations: null,
  intents: null,
  labels: null,
  labelsMatchType: null,
  attributes: [],
  attributesMatchType: null,
  dateRestriction: null,
  schedule: null,
};

const actions = {
  assignToTeams: null,
  assignToTeamsRepeatAlerts: true,
  changeSeverity: null,
  addInteraction: null,
  ruleFlowControl: 'Continue',
  discard: false,
  delayActionsInMinutes: null,
  affectsServices: null,
  forwardToOutboundIntegrations: null,
  setAttributes: [],
  snoozeForRelativeInMinutes: null,
  snoozeUntilAbsolute: null,
  snoozeUntilWeekdayAbsolute: null,
};

const channels = {
  outboundIntegrations: null,
  outboundIntegrationsMuted: false,
  notificationChannels: null,
  notificationChannelsMuted: false,
};

const rule = (changes: object = {}) => ({
  displayName: null,
  conditions,
  actions: null,
  channels: null,
  ...changes,
});

const withConditions = (changes: object) => rule({ conditions: { ...conditions, ...changes } });
const withActions = (changes: object) => rule({ actions: { ...actions, ...changes } });
const withChannels = (changes: object) => rule({ channels: { ...channels, ...changes } });

interface Rule {
  id: string;
  [member: string]: unknown;
}

/** Answers carry the ids of rules, which clients do not send. */
function withoutIds(rules: unknown): unknown {
  return Array.isArray(rules) ? rules.map(({ id: _, ...sent }: Rule) => sent) : rules;
}

function spec(): EchoSpec {
  return {
    path: '/routing',
    minimal: { displayName: 'Platform', teamId },
    defaults: { rules: [] },
    shown: (member, answered) => (member === 'rules' ? withoutIds(answered) : answered),
    optional: {
      teamConnectionSettings: [
        null,
        { teamConnectionMode: 'OrganizationTeams', teamIds: null },
        { teamConnectionMode: 'SelectedTeams', teamIds: [] },
        { teamConnectionMode: 'SelectedTeams', teamIds: [otherTeamId] },
      ],
      rules: [
        [],
        [rule()],
        [rule({ displayName: '' }), rule({ displayName: 'Second' })],
        [
          withConditions({
            statuses: [],
            severities: [],
            integrations: [],
            intents: [],
            labels: [],
          }),
          withConditions({ statuses: ['Resolved', 'Open'], severities: ['Minor', 'Critical'] }),
          withConditions({ integrations: [integration.toUpperCase()], services: [service] }),
          withConditions({ intents: ['Created', 'Investigated', 'Unsnoozed'] }),
          withConditions({ labels: ['b', 'a'], labelsMatchType: 'any' }),
          withConditions({
            attributes: ['=', '!=', 'contains', '!contains', '>', '>=', '<', '<='].map(
              (operator) => ({ name: 'SubIncidentsCount', operator, value: '10' }),
            ),
            attributesMatchType: 'all',
          }),
          withConditions({ attributes: [{ name: 'a', operator: '=', value: null }] }),
          withConditions({ dateRestriction: { from: '2025-01-01T00:00:00Z', until: null } }),
          withConditions({ dateRestriction: { from: null, until: '2025-01-01T00:00:00+01:00' } }),
          withConditions({ schedule: { after: '20:00', before: '08:00', daysOfWeek: ['fri'] } }),
          withConditions({ schedule: { after: null, before: null, daysOfWeek: [] } }),
        ],
        [
          withActions({}),
          withActions({ assignToTeams: [], assignToTeamsRepeatAlerts: false }),
          withActions({
            assignToTeams: [otherTeamId, teamId.toUpperCase()],
            changeSeverity: 'Minor',
          }),
          withActions({ addInteraction: 'Affects', affectsServices: [service] }),
          withActions({ addInteraction: 'Forwarded', forwardToOutboundIntegrations: [outbound] }),
          withActions({ ruleFlowControl: 'Skip', discard: true, delayActionsInMinutes: 10080 }),
          withActions({ snoozeForRelativeInMinutes: 0, addInteraction: 'Snoozed' }),
          withActions({ snoozeUntilAbsolute: '07:01', snoozeUntilWeekdayAbsolute: 'mon' }),
          withActions({ comment: 'c', messageIsPublic: false, deleteInRelativeInSeconds: 0 }),
          withActions({
            setAttributes: [
              { name: 'b', value: '', isImage: false, hideInPreviews: true },
              { name: 'a', value: '1', isImage: true, hideInPreviews: false },
            ],
          }),
        ],
        [
          withChannels({}),
          withChannels({ outboundIntegrations: [], notificationChannels: [] }),
          withChannels({ outboundIntegrations: ['not a uuid'], outboundIntegrationsMuted: true }),
          withChannels({ notificationChannels: ['Push', 'SMS', 'VoiceCall', 'Email'] }),
          withChannels({ notificationChannelsMuted: true }),
        ],
      ],
    },
    replacement: {
      displayName: 'Platform, renamed',
      teamId,
      rules: [withActions({ discard: true }), rule({ displayName: 'Second' })],
      teamConnectionSettings: { teamConnectionMode: 'OrganizationTeams', teamIds: [] },
    },
  };
}

describe('/routing', () => {
  it('answers what was sent, each member left out, null, empty and set', async () => {
    for (const body of variations(spec())) await expectEcho(server.api, spec(), body);
  });

  it('takes any letter case', async () => {
    const { replacement } = spec();
    const plain = await server.api.post('/routing', replacement);
    const location = `/routing/${String(plain.body.id)}`;
    expect((await server.api.put(location, oddlySpelled(replacement))).text).toBe(plain.text);
    await server.api.delete(location);
  });

  it('always answers a list of attributes to set, and null for what a rule leaves out', async () => {
    const { minimal } = spec();
    const { body } = await server.api.post('/routing', {
      ...minimal,
      rules: [
        { conditions: {}, actions: {} },
        { conditions: {}, actions: { setAttributes: null }, channels: {} },
        { conditions: {} },
      ],
    });
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    const empty = { id, displayName: null, conditions: {}, actions: null, channels: null };
    expect(body.rules).toEqual([
      { ...empty, actions: { setAttributes: [] } },
      { ...empty, actions: { setAttributes: [] }, channels: {} },
      empty,
    ]);
    await server.api.delete(`/routing/${String(body.id)}`);
  });

  it('keeps the ids of rules by position', async () => {
    const { api } = server;
    const { minimal } = spec();
    const idsOf = (answer: { body: Record<string, unknown> }) =>
      (answer.body.rules as Rule[]).map(({ id }) => id);
    const created = await api.post('/routing', { ...minimal, rules: [rule(), rule()] });
    const location = `/routing/${String(created.body.id)}`;
    const [first, second] = idsOf(created);
    const grown = await api.put(location, {
      ...minimal,
      // Ids are the server's: one that is sent is ignored.
      rules: [rule({ displayName: 'new', id: randomUUID() }), rule(), rule()],
    });
    const third = idsOf(grown)[2];
    expect(idsOf(grown)).toEqual([first, second, third]);
    expect(new Set([first, second, third]).size).toBe(3);
    const shrunk = await api.put(location, { ...minimal, rules: [rule()] });
    expect(idsOf(shrunk)).toEqual([first]);
    await api.delete(location);
  });

  it('stays in its team: the same one or none is accepted, another refused', async () => {
    const { api } = server;
    const { minimal } = spec();
    const location = `/routing/${await api.make('/routing', minimal)}`;
    expect((await api.put(location, { displayName: 'x' })).body.teamId).toBe(teamId);
    const upper = { displayName: 'x', teamId: teamId.toUpperCase() };
    expect((await api.put(location, upper)).status).toBe(200);
    const other = await api.make('/team', { displayName: 'Other' });
    const moved = await api.put(location, { displayName: 'x', teamId: other });
    expect(moved.status).toBe(400);
    expect(moved.body.errors).toHaveProperty('teamId');
    await api.delete(location);
  });

  it('is found by name and team', async () => {
    const { api } = server;
    const id = await api.make('/routing', { displayName: 'Night shift', teamId });
    const found = await api.get(`/routing/search?DisplayName=Night%20shift&TeamId=${teamId}`);
    expect(found.body.id).toBe(id);
    expect((await api.get('/routing/search?DisplayName=Night')).status).toBe(404);
    const list = await api.get('/routing/search/list?DisplayName=SHIFT');
    expect(list.body).toEqual({ routings: [found.body], hasMore: false });
    await api.delete(`/routing/${id}`);
  });

  it('members see it, and only administrators of the organization change it', async () => {
    const location = `/routing/${await server.api.make('/routing', spec().minimal)}`;
    const person = await makePerson(server, { teams: { [teamId]: 'Administrator' } });
    expect((await person.api.get(location)).status).toBe(200);
    expect((await person.api.put(location, spec().minimal)).status).toBe(403);
    expect((await person.api.delete(location)).status).toBe(403);
    expect((await person.api.post('/routing', spec().minimal)).status).toBe(403);
    await server.api.delete(location);
  });

  it.each<[string, object, string]>([
    ['an unknown operator', { attributes: [{ name: 'a', operator: '~' }] }, 'operator'],
    ['a status that is none', { statuses: ['Closed'] }, 'statuses'],
    ['hours that are no quarter hours', { schedule: { after: '08:01' } }, 'after'],
    ['a date without time', { dateRestriction: { from: '2026-01-01' } }, 'from'],
    ['a month 13', { dateRestriction: { until: '2026-13-01T00:00:00Z' } }, 'until'],
  ])('refuses %s', async (_name, change, field) => {
    const body = { ...spec().minimal, rules: [withConditions(change)] };
    const answer = await server.api.post('/routing', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors as object).join()).toContain(field);
  });
});

describe('logs of what rules did', () => {
  it('are listed latest first, by incident, and got one by one', async () => {
    const { api } = server;
    const id = await api.make('/routing', { ...spec().minimal, rules: [rule()] });
    const incidentId = randomUUID();
    const ruleId = randomUUID();
    const event = { id: randomUUID(), at: server.app.world.clock.now() };
    const record = async (about: string, rules: FiredRule[]) => {
      const incident = { _id: about, organizationId: server.organizationId };
      const executions = executionsOf(rules, incident, event);
      await recordExecutions(server.app.world, executions);
      return executions;
    };
    const waiting = randomUUID();
    const names = { routingId: id, routingDisplayName: 'Platform', ruleDisplayName: null };
    const effects: RuleEffects = {
      operations: [],
      discard: false,
      deleteAfterSeconds: null,
      channels: null,
      repeatAlerts: true,
      escalationPolicyId: null,
      excludeFromUptimeCalculation: null,
      outcome: 'Applied',
      summary: words('Assigned to Database.'),
    };
    const rules: FiredRule[] = [
      { ...names, key: `${id}:1`, ruleId, position: 0, delayInMinutes: null, effects },
      { ...names, key: `${id}:2`, ruleId: waiting, position: 1, delayInMinutes: 5, effects: null },
    ];
    const [first] = await record(incidentId, rules);
    // After a crash the same run happens again, perhaps later.
    await record(incidentId, rules);
    const moved = executionsOf(
      rules,
      { _id: incidentId, organizationId: server.organizationId },
      { id: event.id, at: new Date(event.at.getTime() + 60_000) },
    );
    await recordExecutions(server.app.world, moved);
    const dropped = executionOfDelayed(
      { ...names, key: `${id}:2`, ruleId: waiting, effects: null, reason: say('ruleGone') },
      { _id: incidentId, organizationId: server.organizationId },
      new Date(event.at.getTime() + 300_000),
    );
    await recordExecutions(server.app.world, [dropped, dropped]);
    await record(randomUUID(), rules.slice(0, 1));
    const logs = `/routing/${id}/rule-execution-logs`;
    const one = await api.get(`${logs}/${first?._id}`);
    expect(one.body).toEqual({
      id: first?._id,
      createdAt: event.at.toISOString(),
      routingId: id,
      routingRuleId: ruleId,
      incidentId,
      incidentEventId: event.id,
      outcome: 'Applied',
      delayInMinutes: null,
      routingDisplayName: 'Platform',
      ruleDisplayName: null,
      effectSummary: 'Assigned to Database.',
      effectSummarySentence: words('Assigned to Database.'),
    });
    const all = await api.get(`${logs}/search/list`);
    type Shown = { outcome: string; delayInMinutes: number | null; effectSummary: string };
    const shown = ({ body }: { body: Record<string, unknown> }) =>
      (body.routingRuleExecutionLogs as Shown[]).map(
        ({ outcome, delayInMinutes, effectSummary }) => [outcome, delayInMinutes, effectSummary],
      );
    expect(shown(all)).toHaveLength(4);
    const own = await api.get(`${logs}/search/list?IncidentId=${incidentId}`);
    expect(shown(own)).toEqual([
      ['Skipped', null, 'Not done: The rule is gone.'],
      ['Delayed', 5, 'Actions wait.'],
      ['Applied', null, 'Assigned to Database.'],
    ]);
    const other = await makeOrganization(server);
    expect((await other.api.get(`${logs}/search/list`)).status).toBe(404);
  });
});
