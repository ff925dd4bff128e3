import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import {
  type EchoSpec,
  expectEcho,
  memberByMember,
  oddlySpelled,
  variations,
} from '../support/echo.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let refs: { team: string; otherTeam: string; user: string; otherUser: string; integration: string };

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  const team = await api.make('/team', { displayName: 'References' });
  refs = {
    team,
    otherTeam: await api.make('/team', { displayName: 'Other references' }),
    user: await api.make('/user', { email: 'one@example.com', displayName: 'One' }),
    otherUser: await api.make('/user', { email: 'two@example.com', displayName: 'Two' }),
    integration: await api.make('/inbound-integration', {
      displayName: 'Referred to',
      teamId: team,
      type: 'Datadog',
    }),
  };
});

const notifications = {
  shouldSendSMS: true,
  delayInMinSMS: 0,
  severitiesSMS: [],
  disabledIntentsSMS: [],
  shouldCallVoice: false,
  delayInMinVoice: 60,
  severitiesVoice: ['Critical', 'Minor'],
  disabledIntentsVoice: ['Resolved', 'Commented'],
  shouldSendPush: true,
  delayInMinPush: 5,
  severitiesPush: ['Warning'],
  disabledIntentsPush: [],
  shouldSendEmail: true,
  delayInMinEmail: 1,
  severitiesEmail: ['Minor', 'Warning', 'Critical'],
  disabledIntentsEmail: ['Snoozed'],
};

const httpMonitoring = {
  url: 'https://example.com/health?a=1&b=<2>',
  method: 'POST',
  timeoutInMilliseconds: 5000,
  intervalInSeconds: 60,
  maxRetries: 0,
  authenticationType: 'Basic',
  basicAuthenticationUserName: 'someone',
  basicAuthenticationPassword: 'in clear',
  bearerAuthenticationToken: null,
  headers: {},
  body: '{"a":"->"}',
  isPaused: false,
  contentTest: null,
  sslCertificateMaxAgeInDaysDegraded: 14,
  sslCertificateMaxAgeInDaysDown: null,
  severityDegraded: null,
  severityDown: 'Critical',
  overrideAcceptedStatusCodes: [201, 200, 404],
  ignoreNonHttpErrors: false,
};

type Member = { maxRetries: number };
const withHttp = (changes: object): { httpMonitoring: Member } => ({
  httpMonitoring: { ...httpMonitoring, ...changes },
});

function specs(): Record<string, EchoSpec> {
  return {
    team: {
      path: '/team',
      minimal: { displayName: 'Team' },
      defaults: { timeZoneId: 'UTC' },
      optional: {
        timeZoneId: ['Europe/Berlin', 'Asia/Calcutta'],
        labels: [null, [], ['b', 'a', 'a']],
        incidentEngagementReportSettings: [null, { dayOfWeek: 'fri', time: '23:59' }],
        calendarPublishingSettings: [null, {}, { isPublished: null, onlyIncludeTier1: true }],
        maintenanceWindows: [
          null,
          [],
          [{ start: '2025-01-01T00:00:00Z', end: null, description: 'Move', type: 'muted' }],
        ],
      },
      replacement: {
        displayName: 'Team, renamed',
        timeZoneId: 'America/Los_Angeles',
        labels: ['x'],
        incidentEngagementReportSettings: { dayOfWeek: 'mon', time: '07:00' },
        calendarPublishingSettings: { isPublished: false, onlyIncludeTier1: null },
        maintenanceWindows: [{ start: null, end: '2025-01-01T00:00:00Z', type: 'maintenance' }],
      },
    },
    user: {
      path: '/user',
      minimal: { email: 'Some.One+tag@Example.com' },
      defaults: { timeZoneId: 'UTC' },
      optional: {
        displayName: [null, 'Some One'],
        userName: [null, 'someone'],
        phoneNumber: [null, '+4915112345678'],
        timeZoneId: ['Europe/Amsterdam'],
        incidentNotificationSettings: [null, notifications],
        disableWeeklyIncidentEngagementReport: [null, true, false],
      },
      kept: ['phoneNumber', 'incidentNotificationSettings'],
      replacement: {
        displayName: 'Other name',
        userName: null,
        email: 'another@example.com',
        phoneNumber: '+1',
        timeZoneId: 'UTC',
        incidentNotificationSettings: { ...notifications, delayInMinSMS: 7 },
        calendarPublishingSettings: null,
        disableWeeklyIncidentEngagementReport: null,
      },
    },
    'team membership': {
      path: '/team-membership',
      minimal: { userId: refs.user, teamId: refs.team, role: 'Member' },
      optional: {},
      replacement: { userId: refs.otherUser, teamId: refs.otherTeam, role: 'Administrator' },
    },
    'organization membership': {
      path: '/organization-membership',
      minimal: { userId: refs.user, role: 'Owner' },
      optional: {},
      replacement: { userId: refs.otherUser, role: 'Administrator' },
    },
    'inbound integration': {
      path: '/inbound-integration',
      minimal: { displayName: 'Alerts', teamId: refs.team, type: 'GitHub' },
      defaults: { isMuted: false, isInMaintenance: false },
      kept: ['splitAlerts', 'reopenWithinSeconds'],
      optional: {
        labels: [null, [], ['z', 'a']],
        isMuted: [true, false],
        isInMaintenance: [true],
        snoozeSettings: [
          null,
          { snoozeWindowInMinutes: null, filters: null },
          { snoozeWindowInMinutes: 0, filters: [] },
          {
            snoozeWindowInMinutes: 1440,
            filters: [
              {
                selectedDays: ['sat', 'sun'],
                from: '22:00',
                until: '06:00',
                snoozeWindowInMinutes: null,
                snoozeUntilAbsolute: '09:00',
                snoozeUntilWeekdayAbsolute: 'mon',
              },
              {
                selectedDays: null,
                from: null,
                until: null,
                snoozeWindowInMinutes: 5,
                snoozeUntilAbsolute: null,
                snoozeUntilWeekdayAbsolute: null,
              },
            ],
          },
        ],
        webhookAuthentication: [
          null,
          { type: 'bearer', bearer: { token: 'in clear' }, privateIpFilter: null },
          { type: null, bearer: null, privateIpFilter: '10.0.0.0/8, ::1' },
        ],
        signatureVerification: [
          null,
          { enabled: false, secret: null },
          { enabled: false, secret: 'in clear' },
        ],
        splitAlerts: [null, true, false],
        reopenWithinSeconds: [null, 0, 300],
        integrationSettings: [null, { httpMonitoring: null, heartbeatMonitor: null, email: null }],
      },
      replacement: {
        displayName: 'Alerts, renamed',
        teamId: refs.team,
        type: 'GitHub',
        labels: ['y'],
        isMuted: true,
        isInMaintenance: false,
        snoozeSettings: { snoozeWindowInMinutes: 10, filters: [] },
        webhookAuthentication: {
          type: 'bearer',
          bearer: { token: 'other' },
          privateIpFilter: null,
        },
        signatureVerification: null,
        splitAlerts: true,
        reopenWithinSeconds: 60,
        integrationSettings: null,
      },
    },
    'integration that asks by HTTP': {
      path: '/inbound-integration',
      minimal: {
        displayName: 'Site',
        teamId: refs.team,
        type: 'HttpMonitoring',
        integrationSettings: withHttp({}),
      },
      optional: {
        integrationSettings: [
          withHttp({ headers: null, overrideAcceptedStatusCodes: null, severityDown: null }),
          withHttp({ headers: { B: '1', a: '2' }, overrideAcceptedStatusCodes: [] }),
          withHttp({ isPaused: true, authenticationType: null, body: null, contentTest: '' }),
        ],
      },
      replacement: {
        displayName: 'Site',
        teamId: refs.team,
        type: 'HttpMonitoring',
        isMuted: false,
        isInMaintenance: false,
        integrationSettings: withHttp({ maxRetries: 5, bearerAuthenticationToken: 'in clear' }),
      },
      defaults: { isMuted: false, isInMaintenance: false },
    },
    'integration that pings': {
      path: '/inbound-integration',
      minimal: {
        displayName: 'Host',
        teamId: refs.team,
        type: 'PingMonitor',
        integrationSettings: {
          pingMonitor: {
            host: 'db-1',
            timeoutInMilliseconds: 50,
            intervalInSeconds: 30,
            maxRetries: 0,
            severityDegraded: '',
            severityDown: '',
            isPaused: false,
          },
        },
      },
      optional: {},
      replacement: {
        displayName: 'Host',
        teamId: refs.team,
        type: 'PingMonitor',
        integrationSettings: null,
      },
    },
    'integration that waits for a heartbeat': {
      path: '/inbound-integration',
      minimal: {
        displayName: 'Backup',
        teamId: refs.team,
        type: 'CronJobMonitor',
        integrationSettings: {
          cronJobMonitor: {
            cronExpression: '0 3 * * *',
            gracePeriodInSec: 60,
            severity: 'Minor',
            timeZoneId: null,
          },
        },
      },
      optional: {},
      replacement: {
        displayName: 'Backup',
        teamId: refs.team,
        type: 'CronJobMonitor',
        integrationSettings: {
          cronJobMonitor: {
            cronExpression: '0 4 * * *',
            gracePeriodInSec: 0,
            severity: 'Critical',
            timeZoneId: 'Europe/Berlin',
          },
        },
      },
    },
    'maintenance window': {
      path: '/inbound-integration-maintenance-windows',
      minimal: { integrationId: refs.integration, type: 'maintenance' },
      optional: {
        start: [null, '2025-01-01T00:00:00Z', '2025-01-01T00:00:00+02:00'],
        end: [null, '2099-12-31T23:59:59Z'],
        description: [null, '', 'Upgrade'],
      },
      replacement: {
        integrationId: refs.integration,
        start: '2025-11-23T08:00:00Z',
        end: '2025-11-23T08:00:00Z',
        description: null,
        type: 'muted',
      },
    },
  };
}

describe('what a provider writes, it reads', () => {
  for (const name of [
    'team',
    'user',
    'team membership',
    'organization membership',
    'inbound integration',
    'integration that asks by HTTP',
    'integration that pings',
    'integration that waits for a heartbeat',
    'maintenance window',
  ]) {
    it(`${name}: each optional member left out, null, empty and set`, async () => {
      const spec = specs()[name];
      if (!spec) throw new Error(name);
      const bodies = name === 'maintenance window' ? memberByMember(spec) : variations(spec);
      for (const body of bodies) await expectEcho(server.api, spec, body);
    });

    it(`${name}: in odd letter case`, async () => {
      const spec = specs()[name];
      if (!spec) throw new Error(name);
      const plain = await server.api.post(spec.path, spec.replacement);
      const location = `${spec.path}/${String(plain.body.id)}`;
      const odd = await server.api.put(location, oddlySpelled(spec.replacement));
      expect(odd.text).toBe(plain.text);
      await server.api.delete(location);
    });
  }

  it('mapping: every step and flag as written, under the id of its integration', async () => {
    const { api } = server;
    const location = `/inbound-integration/${refs.integration}/mapping`;
    expect((await api.get(location)).status).toBe(404);
    const step = {
      xPath: null,
      jsonPath: null,
      regex: null,
      replace: null,
      map: null,
      static: null,
    };
    const attributesMapping = {
      attributes: [
        {
          name: 'Status',
          isImage: null,
          hideInPreviews: null,
          isGroupingKey: null,
          expand: null,
          mappings: [
            { ...step, jsonPath: '$.jsonBody.state' },
            { ...step, map: 'ok->Resolved,->Open' },
          ],
        },
        { name: 'Severity', mappings: [{ static: 'Critical' }] },
        {
          name: 'Link',
          isImage: false,
          hideInPreviews: true,
          isGroupingKey: true,
          expand: false,
          mappings: [{ ...step, regex: '\\d+', replace: 'https://host/$1/' }],
        },
      ],
      groupingWindowInSeconds: null,
    };
    const created = await api.post(location, { attributesMapping });
    expect(created.status, created.text).toBe(200);
    expect(created.body.id).toBe(refs.integration);
    expect(created.body.integrationId).toBe(refs.integration);
    expect(JSON.stringify(sorted(created.body.attributesMapping))).toBe(
      JSON.stringify(sorted(attributesMapping)),
    );
    expect((await api.get(location)).text).toBe(created.text);
    const changed = { attributesMapping: { ...attributesMapping, groupingWindowInSeconds: 0 } };
    const replaced = await api.put(location, changed);
    expect(replaced.body.attributesMapping).toEqual(changed.attributesMapping);
    expect((await api.delete(location)).status).toBe(200);
    expect((await api.get(location)).status).toBe(404);
  });

  it('e-mail integration: the address is the server’s, aliases are the client’s', async () => {
    const { api } = server;
    const make = (aliases: unknown) =>
      api.post('/inbound-integration', {
        displayName: 'Mail',
        teamId: refs.team,
        type: 'Email',
        integrationSettings: { email: { emailAddress: '', aliases } },
      });
    for (const aliases of [null, [], ['A@in.example.com', 'b@in.example.com']]) {
      const { body } = await make(aliases);
      const { email } = body.integrationSettings as {
        email: { emailAddress: string; aliases: unknown };
      };
      expect(email.aliases).toEqual(aliases);
      expect(email.emailAddress).toMatch(/^.+@.+$/);
    }
    const taken = await make(['a@IN.example.com']);
    expect(taken.status).toBe(400);
  });
});

/** Members of an object come in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
