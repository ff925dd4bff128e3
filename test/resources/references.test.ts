import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { dereference, type OpenApiDocument, type Schema } from '../../generate/document.ts';
import { objectKeyOf } from '../../src/integrations/index.ts';
import { storeMedia } from '../../src/media/index.ts';
import { modules } from '../../src/modules.ts';
import { kindsOf } from '../../src/resources/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { makeOrganization, type TestOrganization } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let other: TestOrganization;
/** Those of the other organization: no test deletes them. */
let foreignTargets: Targets;
/** Those that no test deletes. */
let kept: People;
beforeAll(async () => {
  server = await sharedTestApp();
  other = await makeOrganization(server);
  foreignTargets = await makeTargets(other.api);
  kept = await makePeople(server.api);
});

type Targets = Record<string, string>;
type Json = Record<string, unknown>;

interface People {
  teamOfIntegration: string;
  person: string;
  onDuty: string;
  second: string;
  /** A team with `onDuty` on call. */
  onCall: string;
}

async function makePeople(api: ApiClient): Promise<People> {
  const user = (more: object = {}) =>
    api.make('/user', { email: `${randomUUID()}@example.com`, ...more });
  const [teamOfIntegration, person, onDuty, second, onCall] = await Promise.all([
    api.make('/team', { displayName: 'Of the integration' }),
    user(published),
    user(),
    user(),
    api.make('/team', { displayName: 'Team', ...published }),
  ]);
  const teamMembershipId = await api.make('/team-membership', {
    userId: onDuty,
    teamId: onCall,
    role: 'Member',
  });
  await api.make('/team-escalations', {
    teamId: onCall,
    escalationTiers: [{ schedules: [{ rotations: [{ members: [{ teamMembershipId }] }] }] }],
  });
  return { teamOfIntegration, person, onDuty, second, onCall };
}

const published = { calendarPublishingSettings: { isPublished: true } };

/**
 * One object of each kind that others name, or of these only, made anew each time: the tests delete them. All but the
 * people and their teams, where those are given.
 */
async function makeTargets(
  api: ApiClient,
  only?: ReadonlySet<string>,
  people?: People,
): Promise<Targets> {
  const page = { displayName: 'Page', publicTitle: 'Page', slug: randomUUID(), historyInDays: 30 };
  const user = () => api.make('/user', { email: `${randomUUID()}@example.com` });
  const team = (displayName: string) => api.make('/team', { displayName });
  const { teamOfIntegration, person, onDuty, second, onCall } = people ?? (await makePeople(api));
  const makers: Record<string, () => Promise<string>> = {
    Team: async () => onCall,
    User: async () => person,
    TeamMembership: async () => {
      const [userId, teamId] = await Promise.all([user(), team('Of the membership')]);
      return api.make('/team-membership', { userId, teamId, role: 'Member' });
    },
    InboundIntegration: () =>
      api.make('/inbound-integration', {
        displayName: 'Alerts',
        teamId: teamOfIntegration,
        type: 'Webhook',
      }),
    OutboundIntegration: async () =>
      api.make('/outbound-integration', {
        displayName: 'Chat',
        teamId: await team('Of the chat'),
        type: 'Slack',
      }),
    OnCallSchedule: () =>
      api.make('/on-call-schedule', {
        displayName: randomUUID(),
        teamId: teamOfIntegration,
        layers: [{ groups: [{ userIds: [person, onDuty] }] }],
      }),
    Service: () => api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' }),
    PersonCalendar: () =>
      api.make('/person-calendar', {
        displayName: 'Holidays',
        kind: 'holidays',
        text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
      }),
    SupportHours: () =>
      api.make('/support-hours', {
        displayName: randomUUID(),
        teamId: teamOfIntegration,
        timeZoneId: 'UTC',
        hours: [{ from: '09:00', until: '18:00' }],
      }),
    EscalationPolicy: async () =>
      api.make('/escalation-policy', {
        displayName: randomUUID(),
        teamId: teamOfIntegration,
        steps: [{ targets: [{ teamId: teamOfIntegration, pick: 'members' }] }],
      }),
    StatusPage: () => api.make('/status-page', { ...page, disablePublicSubscription: false }),
  };
  const made = Object.entries(makers)
    .filter(([name]) => only?.has(name) ?? true)
    .map(async ([name, make]) => [name, await make()] as const);
  return { teamOfIntegration, onDuty, second, ...Object.fromEntries(await Promise.all(made)) };
}

const pathOf: Record<string, string> = {
  Team: '/team',
  User: '/user',
  TeamMembership: '/team-membership',
  InboundIntegration: '/inbound-integration',
  OutboundIntegration: '/outbound-integration',
  OnCallSchedule: '/on-call-schedule',
  EscalationPolicy: '/escalation-policy',
  Service: '/service',
  StatusPage: '/status-page',
  SupportHours: '/support-hours',
  PersonCalendar: '/person-calendar',
};

const connection = ({ Team }: Targets) => ({
  teamConnectionMode: 'SelectedTeams',
  teamIds: [Team],
});
const prompt = ({ User }: Targets) => ({
  type: 'TextToSpeech',
  text: 'Welcome.',
  audioFile: { objectKey, uploadedByUserId: User },
});
const route = (of: Targets) => ({
  teamId: of.Team,
  escalationPolicyId: of.EscalationPolicy,
  voicemailMessage: prompt(of),
  closingMessage: prompt(of),
  acceptCallPrompt: prompt(of),
  waitingMessage: prompt(of),
  openingHours: {
    timeZoneId: 'Europe/Berlin',
    windows: [{ daysOfWeek: null, after: null, before: null }],
    whenClosed: 'Team',
    closedTeamId: of.Team,
    closedMessage: prompt(of),
  },
});
const callFlows = (of: Targets) => ({
  route: { welcomeMessage: prompt(of), recordingNotice: prompt(of), route: route(of) },
  menu: { welcomeMessage: prompt(of), menu: { options: [{ key: '1', route: route(of) }] } },
});

/** Told when it begins and ends. */
const noticed = (of: Record<string, string>) => ({
  noticeOutboundIntegrationIds: [of.OutboundIntegration],
});

interface Sample {
  entityType: string;
  /** Where it is made; for what shares the id of another object, where it is put. */
  path: string | { put(of: Targets): string };
  /** A body with references; several when one cannot have all of them. */
  bodies(of: Targets): Json[];
}

const range = { start: '2026-03-01T08:00:00Z', end: '2026-03-01T09:00:00Z' };
/** Who owns what is made, where the owner is not the reference that is looked at. */
let owner: string;
/** A prompt that was uploaded. */
let objectKey: string;
beforeAll(async () => {
  owner = await server.api.make('/team', { displayName: 'Owner' });
  const file = await storeMedia(
    server.app.world,
    {
      organizationId: server.organizationId,
      ownerId: owner,
      kind: 'prompt',
      contentType: 'audio/wav',
      extension: 'wav',
      durationSeconds: 1,
      fileName: null,
      uploadedByUserId: null,
    },
    Buffer.from('sound'),
  );
  objectKey = objectKeyOf(file);
});
const accessSettings = { phoneNumber: '+4930123456' };
const called = { displayName: 'Calls' };

const samples: Sample[] = [
  {
    entityType: 'ApiKey',
    path: '/api-key',
    bodies: (of) => [
      { displayName: 'Key', kind: 'organization', teamIds: [of.Team] },
      { displayName: 'Key', kind: 'personal', userId: of.User },
      {
        displayName: 'Key',
        kind: 'agent',
        scopes: [],
        expiresAt: '2026-04-01T00:00:00Z',
        agent: { ownerId: of.User },
      },
    ],
  },
  {
    entityType: 'InboundIntegration',
    path: '/inbound-integration',
    bodies: (of) => [
      { ...called, teamId: of.Team, type: 'Webhook' },
      {
        ...called,
        teamId: owner,
        type: 'Webhook',
        urgencySettings: { type: 'supportHours', supportHoursId: of.SupportHours },
      },
      { ...called, teamId: owner, type: 'Webhook', escalationPolicyId: of.EscalationPolicy },
      ...Object.values(callFlows(of)).flatMap((callFlowConfig) => [
        {
          ...called,
          teamId: owner,
          type: 'Twilio',
          integrationSettings: { twilio: { accessSettings, callFlowConfig } },
        },
        {
          ...called,
          teamId: owner,
          type: 'Telnyx',
          integrationSettings: { telnyx: { accessSettings, callFlowConfig } },
        },
      ]),
    ],
  },
  {
    entityType: 'InboundIntegrationMaintenanceWindow',
    path: '/inbound-integration-maintenance-windows',
    bodies: (of) => [{ integrationId: of.InboundIntegration, type: 'muted', ...noticed(of) }],
  },
  {
    entityType: 'Team',
    path: '/team',
    bodies: (of) => [{ ...called, maintenanceWindows: [{ type: 'muted', ...noticed(of) }] }],
  },
  {
    entityType: 'OnCallOverride',
    path: '/on-call-override',
    bodies: (of) => [
      { userId: of.User, type: 'offline' },
      { userId: of.User, teamId: of.Team, type: 'offline', replacementUserIds: [of.User] },
      { userId: of.User, scheduleId: of.OnCallSchedule, type: 'offline' },
    ],
  },
  {
    entityType: 'OidcConnection',
    path: '/oidc-connection',
    bodies: (of) => [
      {
        ...called,
        issuer: 'https://sso.example.com',
        clientId: 'tocsin',
        breakGlassUserIds: [of.User],
      },
    ],
  },
  {
    entityType: 'OrganizationMembership',
    path: '/organization-membership',
    bodies: (of) => [{ userId: of.User, role: 'Member' }],
  },
  {
    entityType: 'OutboundIntegration',
    path: '/outbound-integration',
    bodies: (of) => [
      { ...called, teamId: of.Team, type: 'Slack' },
      { ...called, teamId: owner, type: 'Slack', teamConnectionSettings: connection(of) },
    ],
  },
  {
    entityType: 'PublicUpdate',
    path: '/public-update',
    bodies: (of) => [
      {
        messages: [{ language: 'en', message: 'We are looking into it.' }],
        serviceIds: [of.Service],
        statusPageIds: [of.StatusPage],
      },
    ],
  },
  {
    entityType: 'PushSubscription',
    path: '/push-subscription',
    bodies: (of) => [{ userId: of.User, ntfyTopicUrl: 'https://ntfy.example.com/topic' }],
  },
  {
    entityType: 'OnCallSchedule',
    path: '/on-call-schedule',
    bodies: (of) => [
      {
        displayName: randomUUID(),
        teamId: of.Team,
        layers: [{ groups: [{ userIds: [of.User] }] }],
        holidayCalendarIds: [of.PersonCalendar],
      },
    ],
  },
  {
    entityType: 'PersonCalendar',
    path: '/person-calendar',
    bodies: (of) => [
      { displayName: 'L', kind: 'leave', userId: of.User, url: 'https://c.example.com/a.ics' },
      { displayName: 'H', kind: 'holidays', teamId: of.Team, url: 'https://c.example.com/b.ics' },
    ],
  },
  {
    entityType: 'UserNotificationRules',
    path: { put: (of) => `/user/${of.User}/notification-rules` },
    bodies: (of) => [
      {
        rules: [
          {
            teamIds: [of.Team],
            scheduleIds: [of.OnCallSchedule],
            steps: [{ channel: 'Email', afterMinutes: 0 }],
          },
        ],
        otherwise: [{ channel: 'Email', afterMinutes: 0 }],
      },
    ],
  },
  {
    entityType: 'TemporarySchedule',
    path: '/temporary-schedule',
    bodies: (of) => {
      const time = { start: '2026-12-24T09:00:00Z', end: '2026-12-25T09:00:00Z' };
      return [
        { scheduleId: of.OnCallSchedule, ...time, shifts: [{ userIds: [of.User], ...time }] },
      ];
    },
  },
  {
    entityType: 'CoverRequest',
    path: '/cover-request',
    bodies: (of) => {
      const time = { start: '2098-12-24T09:00:00Z', end: '2098-12-25T09:00:00Z' };
      return [
        { scheduleId: of.OnCallSchedule, userId: of.User, ...noticed(of), ...time },
        { teamId: of.Team, userId: of.onDuty, askedUserIds: [of.User, of.second], ...time },
        {
          scheduleId: of.OnCallSchedule,
          userId: of.onDuty,
          askedUserIds: [of.User, of.second],
          ...time,
        },
      ];
    },
  },
  {
    entityType: 'SuppressionRule',
    path: '/suppression-rule',
    bodies: (of) => [
      {
        displayName: 'Clusters',
        teamId: of.teamOfIntegration,
        teamIds: [of.Team],
        source: { integrations: [of.InboundIntegration], services: [of.Service] },
        target: { integrations: [of.InboundIntegration], services: [of.Service] },
      },
    ],
  },
  {
    entityType: 'Guarantee',
    path: '/guarantee',
    bodies: (of) => [
      {
        displayName: 'Told',
        incidents: { integrationIds: [of.InboundIntegration], teamIds: [of.Team] },
        told: { withinMinutes: 5 },
        alarm: { integrationId: of.InboundIntegration },
      },
    ],
  },
  {
    entityType: 'ShadowRun',
    path: '/shadow-run',
    bodies: (of) => [
      {
        displayName: 'Leaving',
        product: 'Opsgenie',
        apiKey: 'a-key-that-reads',
        teamIds: [of.Team],
        state: 'Paused',
        until: '2026-01-01T00:00:00Z',
      },
    ],
  },
  {
    entityType: 'SupportHours',
    path: '/support-hours',
    bodies: (of) => [
      {
        displayName: randomUUID(),
        teamId: of.Team,
        timeZoneId: 'UTC',
        hours: [{ from: '09:00', until: '18:00' }],
        holidayCalendarIds: [of.PersonCalendar],
      },
    ],
  },
  {
    entityType: 'EscalationPolicy',
    path: '/escalation-policy',
    bodies: (of) => [
      {
        displayName: randomUUID(),
        teamId: of.Team,
        steps: [
          {
            targets: [
              { userId: of.User },
              { scheduleId: of.OnCallSchedule },
              { teamId: of.Team, pick: 'members' },
              { policyId: of.EscalationPolicy },
              { outboundIntegrationId: of.OutboundIntegration },
            ],
            assignTeamIds: [of.Team],
          },
        ],
      },
    ],
  },
  {
    entityType: 'Silence',
    path: '/silence',
    bodies: (of) => [
      {
        ...called,
        teamId: of.Team,
        matchers: [{ name: 'Host', operator: '=', value: 'x' }],
        ...noticed(of),
        start: '2026-03-01T08:00:00Z',
        end: '2026-03-01T09:00:00Z',
      },
      {
        ...called,
        teamId: of.teamOfIntegration,
        integrationIds: [of.InboundIntegration],
        start: '2026-03-01T08:00:00Z',
        end: '2026-03-01T09:00:00Z',
      },
    ],
  },
  {
    entityType: 'Routing',
    path: '/routing',
    bodies: (of) => [
      { displayName: 'Rules', teamId: of.Team, rules: [] },
      {
        displayName: 'Rules',
        teamId: owner,
        teamConnectionSettings: connection(of),
        rules: [
          { conditions: {} },
          {
            conditions: { integrations: [of.InboundIntegration], services: [of.Service] },
            actions: {
              assignToTeams: [of.Team],
              affectsServices: [of.Service],
              forwardToOutboundIntegrations: [of.OutboundIntegration],
              useEscalationPolicyId: of.EscalationPolicy,
            },
            channels: { outboundIntegrations: [of.OutboundIntegration] },
          },
        ],
      },
    ],
  },
  {
    entityType: 'Service',
    path: '/service',
    bodies: (of) => [
      {
        displayName: 'Shop',
        publicTitle: 'Shop',
        integrations: [{ integrationId: of.InboundIntegration, severities: ['Critical'] }],
        escalationPolicyId: of.EscalationPolicy,
        dependsOn: [of.Service],
        teamConnectionSettings: connection(of),
        urgencySettings: { type: 'supportHours', supportHoursId: of.SupportHours },
      },
    ],
  },
  {
    entityType: 'ServiceMaintenance',
    path: '/service-maintenance',
    bodies: (of) => [
      { displayName: 'Upgrade', serviceIds: [of.Service], ...noticed(of), ...range },
    ],
  },
  {
    entityType: 'StatusPage',
    path: '/status-page',
    bodies: (of) => [
      {
        displayName: 'Page',
        publicTitle: 'Page',
        slug: randomUUID(),
        historyInDays: 30,
        disablePublicSubscription: false,
        serviceIds: [of.Service],
        serviceGroups: [{ publicDisplayName: 'Group', serviceIds: [of.Service] }],
      },
    ],
  },
  {
    entityType: 'StatusPageSubscriber',
    path: '/status-page-subscriber',
    bodies: (of) => [{ statusPageId: of.StatusPage, email: `${randomUUID()}@example.com` }],
  },
  {
    entityType: 'StatusPageSubscriberSms',
    path: '/status-page-subscriber-sms',
    bodies: (of) => [{ statusPageId: of.StatusPage, telephoneNumber: '+4930123456' }],
  },
  {
    entityType: 'TeamEscalations',
    path: '/team-escalations',
    bodies: (of) => [
      {
        teamId: of.Team,
        escalationTiers: [
          {
            autoAssignToTeams: [of.Team],
            schedules: [{ rotations: [{ members: [{ teamMembershipId: of.TeamMembership }] }] }],
          },
        ],
      },
    ],
  },
  {
    entityType: 'OnCallCalendar',
    path: '/on-call/calendar',
    bodies: (of) => [{ userId: of.User }, { teamId: of.Team }, { scheduleId: of.OnCallSchedule }],
  },
  {
    entityType: 'GroupMapping',
    path: '/group-mapping',
    bodies: (of) => [{ groupDisplayName: 'On-call', teamId: of.Team, teamRole: 'Member' }],
  },
  {
    entityType: 'TeamMembership',
    path: '/team-membership',
    bodies: (of) => [{ userId: of.User, teamId: of.Team, role: 'Member' }],
  },
];

/** `body` with other ids at a dotted path; null where it has nothing there. */
function replaceAt(body: unknown, path: readonly string[], id: string): unknown {
  if (Array.isArray(body)) {
    const items = body.map((item) => replaceAt(item, path, id));
    if (path.length === 0) return [...body, id];
    return items.every((item) => item === null)
      ? null
      : items.map((item, index) => item ?? body[index]);
  }
  const [head, ...rest] = path;
  if (head === undefined) return id;
  const members = (typeof body === 'object' && body !== null ? body : {}) as Json;
  if (members[head] === undefined) return null;
  const member = replaceAt(members[head], rest, id);
  return member === null ? null : { ...members, [head]: member };
}

const kinds = kindsOf({ modules });
/** Whoever writes to a bot makes one, not a client of the API: `test/flows/direct-messages.test.ts`. */
const madeInChats = 'ChatAccount';
const referring = kinds.filter(
  ({ shape, entityType }) => shape.references.length > 0 && entityType !== madeInChats,
);

describe.each(referring.map((kind) => [kind.entityType, kind] as const))('%s', (name, kind) => {
  const sample = samples.find(({ entityType }) => entityType === name);
  if (!sample) throw new Error(`Make a sample of ${name} with its references.`);

  // No integration of this type can be made.
  const possible = kind.shape.references.filter(({ path }) => !/\.bird\./.test(path));
  const byType = Map.groupBy(possible, ({ entityType }) => entityType);
  it.each([...byType])(
    'names a %s of the organization when it is new, and may outlive it',
    async (entityType, references) => {
      const { api } = server;
      const foreign = foreignTargets[entityType] ?? '';
      const { path: place } = sample;
      const named = new Set([entityType]);
      const marks: Targets = new Proxy(
        {},
        {
          get(_, of) {
            named.add(String(of));
            return 'mark';
          },
        },
      );
      const marked = sample.bodies(marks);
      if (typeof place !== 'string') place.put(marks);
      const isOfPeople = entityType === 'User' || entityType === 'Team';
      const byBody = Map.groupBy(
        references.map(({ path }) => path.split('.')),
        (steps) => marked.findIndex((one) => replaceAt(one, steps, foreign) !== null),
      );

      for (const [turn, paths] of byBody) {
        const targets = await makeTargets(api, named, isOfPeople ? undefined : kept);
        const body = sample.bodies(targets)[turn];
        if (!body) throw new Error(`Make a sample of ${name} with ${paths[0]?.join('.')}.`);
        const make = (wanted: unknown, query = '') =>
          typeof place === 'string'
            ? api.post(`${place}${query}`, wanted)
            : api.put(`${place.put(targets)}${query}`, wanted);
        for (const steps of paths)
          for (const id of [foreign, randomUUID()]) {
            const refused = await make(replaceAt(body, steps, id));
            expect(refused.status, `${steps.join('.')}: ${refused.text}`).toBe(400);
            expect(refused.text, refused.text).toContain(steps.at(-1));
          }
        // Managed as code, it stays when its team goes: the code may be about to name another one.
        const made = await make(body, '?provision=true');
        expect(made.status, made.text).toBe(200);
        const at = typeof place === 'string' ? `${place}/${made.body.id}` : place.put(targets);
        for (const steps of paths) {
          const changed = await api.put(at, replaceAt(body, steps, foreign));
          if (changed.status !== 405)
            expect(changed.status, `${steps.join('.')}: ${changed.text}`).toBe(400);
        }

        expect((await api.delete(`${pathOf[entityType]}/${targets[entityType]}`)).status).toBe(200);
        const again = await api.put(at, body);
        // What goes with its parent has nothing to be written to.
        if ((await api.get(at)).status === 404) {
          expect(Object.keys(kind.removedWith ?? {})).toContain(entityType);
          continue;
        }
        // Nobody replaces it.
        if (again.status === 405) continue;
        expect(again.status, again.text).toBe(200);
        for (const steps of paths) {
          const worse = await api.put(at, replaceAt(body, steps, randomUUID()));
          expect(worse.status, `${steps.join('.')}: ${worse.text}`).toBe(400);
        }
      }
    },
  );
});

it('copies keep what they name, though it is gone: a rotated key, a duplicated integration', async () => {
  const { api } = server;
  const { Team = '' } = await makeTargets(api);
  const key = await api.make('/api-key', {
    displayName: 'K',
    kind: 'organization',
    teamIds: [Team],
  });
  const callFlowConfig = { route: { teamId: Team } };
  const integration = await api.make('/inbound-integration', {
    displayName: 'Calls',
    teamId: owner,
    type: 'Twilio',
    integrationSettings: { twilio: { accessSettings, callFlowConfig } },
  });
  await api.delete(`/team/${Team}`);
  const rotated = await api.post(`/api-key/${key}/rotate`, { oldKeyValidForMinutes: 5 });
  expect(rotated.status, rotated.text).toBe(200);
  const copied = await api.post(`/inbound-integration/${integration}/duplicate`, {});
  expect(copied.status, copied.text).toBe(200);
});

it('every id in what clients send says which kind of object it names', () => {
  const document = JSON.parse(
    readFileSync('openapi/bundled/public-v1.json', 'utf8'),
  ) as OpenApiDocument;
  const ids = new Set(
    ['Id', 'NullableId', 'Ids', 'NullableIds'].map((name) => document.components.schemas[name]),
  );
  const unsaid: string[] = [];
  const walk = (given: Schema, path: string, above: ReadonlySet<Schema>) => {
    const schema = dereference(document, given);
    if (above.has(schema) || given.readOnly || given['x-references']) return;
    // The id of an item itself names nothing else.
    if (ids.has(schema) && !path.endsWith('.id')) unsaid.push(path);
    const deeper = new Set([...above, schema]);
    for (const part of schema.allOf ?? []) walk(part, path, deeper);
    for (const [member, inner] of Object.entries(schema.properties ?? {}))
      walk(inner, `${path}.${member}`, deeper);
    if (schema.items) walk(schema.items, path, deeper);
  };
  for (const { shape, entityType } of kinds) {
    const name = Object.keys(document.components.schemas).find((one) => one === entityType);
    const input = document.components.schemas[`${name}Input`];
    if (input) walk(input, entityType, new Set());
    expect(
      shape.references.every((one) => kinds.some((k) => k.entityType === one.entityType)),
    ).toBe(true);
  }
  // Checked by the operations themselves: the one organization it may be; a group, which nobody deletes here; incidents,
  // which are no resources.
  expect([...new Set(unsaid)]).toEqual([
    'Organization.rootOrganizationId',
    'GroupMapping.groupId',
    'PublicUpdate.incidentIds',
  ]);
});
