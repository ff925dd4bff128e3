import type { Objects } from '../../collected.ts';

/** By hand from the OpenAPI description of All Quiet's Public API; nobody of these people exists. */
const id = (number: number) => `0000000b-0000-4000-8000-${String(number).padStart(12, '0')}`;
const member = (number: number, teamId: string, userId: string, more: object = {}) => ({
  ...{ id: id(number), teamId, userId, role: 'Member', email: null, isProvisioned: true, ...more },
});
const person = (number: number, name: string, more: object = {}) => ({
  ...{ id: id(number), email: `${name}@example.com`, displayName: name, timeZoneId: 'Asia/Tehran' },
  ...more,
});
const [ovens, shops, ann, tom] = [id(1), id(2), id(11), id(12)];
const turn = (...ids: number[]) => ({
  members: ids.map((number) => ({ teamMembershipId: id(number) })),
});
const tier = (more: object) => ({
  ...{ autoEscalationEnabled: true, autoEscalationAfterMinutes: 5, repeats: 1 },
  ...{ repeatsAfterMinutes: 5, autoEscalationSeverities: null, autoAssignToTeams: null },
  ...more,
});
const integration = (number: number, type: string, more: object = {}) => ({
  ...{ id: id(number), displayName: `Tool ${number}`, type, teamId: ovens, labels: [] },
  ...{ isMuted: true, isInMaintenance: false, webhookUrl: null, ...more },
});

/** A bakery: tiers by weekdays and months, round robins, monitors of every kind, pages for customers. */
export const bakery: Objects = {
  teams: [
    { id: ovens, displayName: 'Ovens', timeZoneId: 'Asia/Tehran', labels: null },
    { id: shops, displayName: 'Shops', timeZoneId: 'Europe/Vienna', labels: ['a b', 'ä'] },
  ],
  users: [person(11, 'ann'), person(12, 'tom', { phoneNumber: null })],
  'team-memberships': [
    member(21, ovens, ann, { role: 'Administrator' }),
    member(22, ovens, tom),
    member(23, shops, tom, { activatedAt: null }),
  ],
  members: { [ann]: [person(11, 'ann')], [tom]: [person(12, 'tom')] },
  'team-escalations': [
    {
      ...{ id: ovens, teamId: ovens },
      tierSettings: { repeats: 0, repeatsAfterMinutes: 10, autoEscalationMode: 'resolved' },
      escalationTiers: [
        tier({
          schedules: [
            {
              displayName: 'Nights',
              scheduleSettings: {
                weeklySchedules: [
                  { selectedDays: ['mon', 'wed', 'sun'], from: '22:15', until: '06:00' },
                  { selectedDays: ['sat'], from: '00:00', until: '00:00' },
                ],
                effectiveFrom: null,
              },
              rotationSettings: {
                ...{ repeats: 'monthly', startsOnDateOfMonth: 31, rotationMode: 'auto' },
                ...{ autoRotationSize: 1, effectiveFrom: '2026-08-31' },
              },
              rotations: [turn(21, 22)],
            },
          ],
        }),
        tier({
          autoEscalationTimeFilters: null,
          schedules: [
            {
              ...{ displayName: null, scheduleSettings: null },
              rotationSettings: {
                ...{ repeats: 'custom', customRepeatUnit: 'days', customRepeatValue: 10 },
                effectiveFrom: '2026-10-25',
              },
              roundRobinSettings: { roundRobinSize: 1 },
              rotations: [turn(22), turn(21)],
            },
            { rotations: [turn(21)], rotationSettings: { repeats: 'daily' } },
          ],
        }),
      ],
    },
  ],
  'on-call-overrides': [
    {
      ...{ id: id(71), userId: tom, teamId: ovens, type: 'online', escalationTier: 2 },
      ...{ start: '2026-10-31T20:30:00Z', end: '2027-03-21T20:30:00Z', replacementUserIds: [] },
    },
  ],
  integrations: [
    integration(31, 'PingMonitor', {
      integrationSettings: {
        pingMonitor: {
          host: 'oven.example.com',
          intervalInSeconds: 30,
          timeoutInMilliseconds: 900,
        },
      },
    }),
    integration(32, 'HeartbeatMonitor', {
      integrationSettings: {
        heartbeatMonitor: { intervalInSec: 90, gracePeriodInSec: 600, severity: 'Minor' },
      },
    }),
    integration(33, 'CronJobMonitor', {
      integrationSettings: {
        cronjobMonitor: {
          ...{ cronExpression: '*/5 3 * * 1-5', gracePeriodInSec: 60, severity: 'Warning' },
          timeZoneId: 'Asia/Tehran',
        },
      },
    }),
    integration(34, 'Webhook', {
      ...{ labels: ['dough'], webhookAuthentication: null, isMuted: false },
      webhookUrl: `https://allquiet.eu/api/webhook/${id(34)}`,
      snoozeSettings: { snoozeWindowInMinutes: 30, filters: [] },
    }),
  ],
  'maintenance-windows': [
    {
      ...{ id: id(81), integrationId: id(34), type: 'maintenance', description: '' },
      ...{ start: null, end: '2027-01-01T00:00:00Z' },
    },
  ],
  'outbound-integrations': [
    {
      ...{ id: id(41), displayName: 'Hook', teamId: shops, type: 'Webhook' },
      ...{ triggersOnlyOnForwarded: true, teamConnectionSettings: null },
    },
  ],
  routings: [
    {
      ...{ id: id(61), displayName: 'All', teamId: ovens },
      teamConnectionSettings: { teamConnectionMode: 'OrganizationTeams', teamIds: null },
      rules: [
        {
          ...{ id: id(62), displayName: null, channels: { notificationChannelsMuted: true } },
          conditions: {
            ...{ statuses: ['Resolved'], severities: ['Warning', 'Minor'], intents: ['Created'] },
            attributes: [
              { name: 'Shop', operator: 'contains', value: 'wien' },
              { name: 'Age', operator: '!=', value: '' },
            ],
            dateRestriction: { from: '2026-12-24T00:00:00', until: '2026-12-27T00:00:00' },
          },
          actions: {
            ...{ delayActionsInMinutes: 15, changeSeverity: 'Minor', addInteraction: 'Affects' },
            ...{ ruleFlowControl: 'Continue', affectsServices: [id(51)], discard: false },
          },
        },
      ],
    },
  ],
  services: [
    {
      ...{ id: id(51), displayName: 'Bread', publicTitle: 'Brot', publicDescription: 'Täglich' },
      ...{ templates: [], integrations: [], teamConnectionSettings: null },
    },
  ],
  'status-pages': [
    {
      ...{ id: id(95), displayName: 'Bakery', publicTitle: 'Bäckerei', slug: 'invented-bakery' },
      ...{
        historyInDays: 90,
        disablePublicSubscription: true,
        serviceIds: [id(51)],
        timeZoneId: 'Europe/Vienna',
      },
      ...{ publicCompanyUrl: 'https://bakery.example.com', publicSeverityMappingMinor: 'Small' },
    },
  ],
};

/** A chapel: a team without tiers, one whose tiers name nobody, mails and calls, rules that forward and wait. */
export const chapel: Objects = {
  teams: [
    { id: ovens, displayName: 'Bells', timeZoneId: 'Asia/Kolkata', labels: ['x'.repeat(60)] },
    { id: shops, displayName: 'bells', timeZoneId: 'UTC', labels: [] },
  ],
  users: [person(11, 'ann', { displayName: 'A'.repeat(600) })],
  'team-memberships': [member(21, ovens, ann, { role: 'Administrator' })],
  members: { [ann]: [person(11, 'ann')] },
  'notification-settings': {
    [ann]: [
      {
        ...{ userId: ann, phoneNumber: null, shouldSendSMS: false, shouldCallVoice: true },
        ...{ delayInMinVoice: 3, severitiesVoice: ['Critical', 'Warning', 'Minor'] },
        ...{
          shouldSendPush: false,
          shouldSendEmail: true,
          delayInMinEmail: 0,
          severitiesEmail: [],
        },
        ...{ disabledIntentsEmail: ['Resolved', 'Archived'] },
      },
    ],
  },
  'team-escalations': [
    { id: ovens, teamId: ovens, tierSettings: null, escalationTiers: [] },
    {
      ...{ id: shops, teamId: shops, tierSettings: { repeats: 16 } },
      escalationTiers: [
        tier({
          autoEscalationEnabled: false,
          schedules: [{ rotations: [{ members: [] }], rotationSettings: { repeats: 'weekly' } }],
        }),
      ],
    },
  ],
  'on-call-overrides': [
    {
      ...{ id: id(71), userId: ann, teamId: null, type: 'offline', replacementUserIds: [tom] },
      ...{ start: '2026-12-24T00:00:00Z', end: '2026-12-26T23:59:59Z' },
    },
  ],
  integrations: [
    integration(31, 'Email', { displayName: 'Letters', labels: ['post'] }),
    integration(32, 'Prometheus', {
      webhookUrl: `https://allquiet.eu/api/webhook/${id(32)}`,
      snoozeSettings: {
        snoozeWindowInMinutes: 5,
        filters: [
          { selectedDays: [], from: '22:00', until: '22:00', snoozeWindowInMinutes: 1440 },
          { selectedDays: ['fri', 'sat'], from: null, until: null, snoozeUntilAbsolute: '08:00' },
        ],
      },
    }),
  ],
  mappings: [
    {
      ...{ id: id(32), integrationId: id(32) },
      attributesMapping: {
        groupingWindowInSeconds: 300,
        attributes: [
          { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.alerts[*].labels.alertname' }] },
          {
            name: 'Status',
            mappings: [{ jsonPath: '$.jsonBody.status' }, { map: 'firing->Open' }],
          },
          { name: 'Severity', mappings: [{ static: 'Warning' }], isGroupingKey: true },
          { name: 'Graph', isImage: true, mappings: [{ xPath: '//img/@src' }] },
        ],
      },
    },
  ],
  'outbound-integrations': [
    {
      ...{ id: id(41), displayName: 'Room', teamId: ovens, type: 'MicrosoftTeams' },
      ...{ triggersOnlyOnForwarded: false, teamConnectionSettings: null },
    },
  ],
  routings: [
    {
      ...{ id: id(61), displayName: 'Forward', teamId: ovens, teamConnectionSettings: null },
      rules: [
        {
          ...{ id: id(62), displayName: 'To the room', channels: null },
          conditions: { severities: ['Critical'] },
          actions: {
            ...{ addInteraction: 'Forwarded', forwardToOutboundIntegrations: [id(41)] },
            ...{ ruleFlowControl: 'Continue', discard: false, assignToTeams: [shops] },
          },
        },
        {
          ...{ id: id(63), displayName: 'Later', conditions: {}, actions: null },
          channels: { notificationChannels: ['SMS'], notificationChannelsMuted: false },
        },
      ],
    },
  ],
};
