import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportSchema } from '../../cdktf-provider/export/schema.ts';
import {
  type Json,
  type OpenApiDocument,
  operationsOf,
  type Schema,
} from '../../generate/document.ts';
import { createCheck } from '../../generate/json-schema.ts';
import { canonicaliseKeys } from '../../src/http/canonical-keys.ts';
import { loadDocument } from '../../src/http/document.ts';

const file = 'openapi/bundled/public-v1.json';
const document: OpenApiDocument = JSON.parse(readFileSync(file, 'utf8'));
const check = createCheck(document);
const { operations } = await loadDocument(file);

/** The body as the server would see it: spelled as the document spells, read-only and unknown members gone. */
function received(operationId: string, body: Json): { schema: Schema; body: Json } {
  const located = operationsOf(document).find(
    ({ operation }) => operation.operationId === operationId,
  );
  const schema = located?.operation.requestBody?.content['application/json']?.schema;
  const resolved = operations.find((operation) => operation.operationId === operationId);
  if (!schema) throw new Error(`${operationId} takes no JSON`);
  const canonical = canonicaliseKeys(
    resolved?.requestBody?.content['application/json']?.schema,
    body,
  );
  return { schema, body: canonical as Json };
}

const team = '3F0C2A52-6f1e-4b7e-9a55-2f3c1a7d8e90';
const integration = {
  displayName: 'x',
  teamId: team,
  type: 'Webhook',
  isMuted: false,
  isInMaintenance: false,
  snoozeSettings: null,
  webhookAuthentication: null,
  integrationSettings: null,
};
const monitor = { host: 'a', timeoutInMilliseconds: 50, intervalInSeconds: 30, maxRetries: 0 };
const rule = {
  displayName: null,
  conditions: { attributes: [], attributesMatchType: null, labels: null, severities: [] },
  actions: null,
  channels: null,
};
const override = {
  userId: team,
  type: 'online',
  start: '2020-01-01T00:00:00Z',
  end: '2020-01-01T00:00:00Z',
};
const tier = { autoEscalationEnabled: null, schedules: [{ rotations: [{ members: [] }] }] };

/** Section 0 and the odd cases of section 2 of public-api.md: what an existing provider sends. */
const accepted: [string, string, Json][] = [
  [
    'report settings in Pascal case, on any minute',
    'createTeam',
    {
      displayName: 'x',
      timeZoneId: 'UTC',
      labels: [],
      incidentEngagementReportSettings: { DayOfWeek: 'mon', Time: '07:13' },
    },
  ],
  [
    'an e-mail address with a plus sign and capitals',
    'createUser',
    { email: 'A.b+c@Example.com', phoneNumber: null },
  ],
  [
    'notification settings in Sms spelling with empty lists',
    'replaceUser',
    {
      email: 'a@b.co',
      incidentNotificationSettings: {
        ...{ shouldSendSms: false, delayInMinSms: 0, severitiesSms: [], disabledIntentsSMS: [] },
        ...{
          shouldCallVoice: false,
          delayInMinVoice: 60,
          severitiesVoice: [],
          disabledIntentsVoice: [],
        },
        ...{
          shouldSendPush: true,
          delayInMinPush: 0,
          severitiesPush: ['Minor'],
          disabledIntentsPush: ['Snoozed'],
        },
        ...{
          shouldSendEmail: true,
          delayInMinEmail: 0,
          severitiesEmail: [],
          disabledIntentsEmail: [],
        },
      },
    },
  ],
  [
    'tiers without members',
    'createTeamEscalations',
    { teamId: team, escalationTiers: [tier], tierSettings: null },
  ],
  [
    'a window past midnight, days without times and times without days',
    'replaceTeamEscalations',
    {
      teamId: team,
      escalationTiers: [
        {
          ...tier,
          autoEscalationTimeFilters: [
            { selectedDays: null, from: '20:00', until: '08:00' },
            { selectedDays: ['sat'], from: null, until: null },
          ],
        },
      ],
      tierSettings: {
        repeats: 0,
        repeatsAfterMinutes: 2629746,
        repeatsTierEscalationMode: 'resolved',
      },
    },
  ],
  ['an integration without labels', 'createInboundIntegration', integration],
  ['team and type repeated on PUT', 'replaceInboundIntegration', integration],
  [
    'an integration without team and type on PUT',
    'replaceInboundIntegration',
    { displayName: 'x' },
  ],
  [
    'a ping monitor with empty severities',
    'createInboundIntegration',
    {
      ...integration,
      integrationSettings: { pingMonitor: { ...monitor, severityDegraded: '', severityDown: '' } },
    },
  ],
  [
    'an empty e-mail address that the server chooses itself',
    'createInboundIntegration',
    { ...integration, integrationSettings: { email: { emailAddress: '', aliases: null } } },
  ],
  [
    'an HTTP monitor in the spelling of the provider',
    'createInboundIntegration',
    {
      ...integration,
      integrationSettings: {
        cronjobMonitor: null,
        httpMonitoring: {
          url: 'https://a.example',
          method: 'GET',
          timeoutInMilliseconds: 60000,
          intervalInSeconds: 86400,
          maxRetries: 0,
          authenticationType: 'Basic',
          basicAuthenticationUsername: 'u',
          headers: {},
          overrideAcceptedStatusCodes: [],
        },
      },
    },
  ],
  [
    'snooze settings with no filters',
    'createInboundIntegration',
    { ...integration, snoozeSettings: { filters: [] } },
  ],
  [
    'a mapping step with all six members',
    'createMapping',
    {
      attributesMapping: {
        attributes: [
          {
            name: 'a',
            isImage: null,
            mappings: [
              {
                xPath: null,
                jsonPath: null,
                regex: '\\d+',
                replace: '$1',
                map: null,
                static: null,
              },
            ],
          },
        ],
        groupingWindowInSeconds: null,
      },
    },
  ],
  [
    'a maintenance window that is empty and past',
    'createMaintenanceWindow',
    {
      integrationId: team,
      start: '2020-01-01T00:00:00Z',
      end: '2020-01-01T00:00:00Z',
      type: 'muted',
    },
  ],
  [
    'a maintenance window open at both ends',
    'createMaintenanceWindow',
    { integrationId: team, start: null, end: null, type: 'maintenance' },
  ],
  [
    'an outbound integration without settings',
    'createOutboundIntegration',
    {
      displayName: 'x',
      teamId: team,
      type: 'Notion',
      triggersOnlyOnForwarded: null,
      slackSettings: null,
    },
  ],
  ['a routing without actions', 'createRouting', { displayName: 'x', teamId: team, rules: [rule] }],
  ['a routing without its team on PUT', 'replaceRouting', { displayName: 'x', rules: [] }],
  [
    'a service template with id null',
    'createService',
    {
      displayName: 'x',
      publicTitle: 'y',
      templates: [{ id: null, displayName: 'a', message: 'b' }],
      integrations: null,
    },
  ],
  [
    'a status page without a password',
    'createStatusPage',
    {
      displayName: 'x',
      publicTitle: 'y',
      historyInDays: 7,
      disablePublicSubscription: true,
      slug: 'a',
      bannerTextColor: '#FFaa00',
    },
  ],
  [
    'a status page whose password is cleared',
    'replaceStatusPage',
    {
      displayName: 'x',
      publicTitle: 'y',
      historyInDays: 365,
      disablePublicSubscription: true,
      passwordProtectionPassword: '',
    },
  ],
  [
    'an override that is empty and past, without a team',
    'createOnCallOverride',
    { ...override, replacementUserIds: [] },
  ],
];

const refused: [string, string, Json][] = [
  [
    'a clock time of 24:00',
    'createTeam',
    { displayName: 'x', incidentEngagementReportSettings: { dayOfWeek: 'mon', time: '24:00' } },
  ],
  ['an empty display name', 'createTeam', { displayName: '' }],
  [
    'a schedule off the quarter hour',
    'createTeamEscalations',
    {
      teamId: team,
      escalationTiers: [{ schedules: [{ rotations: [], scheduleSettings: { start: '09:10' } }] }],
    },
  ],
  ['a member id that is not a UUID', 'createTeamMembership', { teamId: 'x', role: 'Member' }],
  [
    'a title of 1921 characters',
    'createIncident',
    { title: 'x'.repeat(1921), status: 'Open', severity: 'Minor' },
  ],
  [
    'a short page password',
    'createStatusPage',
    {
      displayName: 'x',
      publicTitle: 'y',
      historyInDays: 7,
      disablePublicSubscription: true,
      passwordProtectionPassword: 'abc',
    },
  ],
  [
    'a monitor interval that is not offered',
    'createInboundIntegration',
    { ...integration, integrationSettings: { pingMonitor: { ...monitor, intervalInSeconds: 31 } } },
  ],
];

describe('the contract', () => {
  it.each(accepted)('accepts %s', (_name, operationId, sent) => {
    const { schema, body } = received(operationId, sent);
    expect(check(schema, body)).toBeNull();
  });

  it.each(refused)('refuses %s', (_name, operationId, sent) => {
    const { schema, body } = received(operationId, sent);
    expect(check(schema, body)).not.toBeNull();
  });

  it('keeps both stop modes of a tier apart, and knows the old name of the one in tierSettings', () => {
    const { body } = received('createTeamEscalations', {
      teamId: team,
      escalationTiers: [
        {
          autoEscalationMode: 'resolved',
          repeatsTierEscalationMode: 'acknowledged',
          schedules: [],
        },
      ],
      tierSettings: { repeatsTierEscalationMode: 'resolved' },
    });
    expect(body).toMatchObject({
      escalationTiers: [
        { autoEscalationMode: 'resolved', repeatsTierEscalationMode: 'acknowledged' },
      ],
      tierSettings: { autoEscalationMode: 'resolved' },
    });
  });

  it('asks for no member that may be null: Terraform leaves out what is null', () => {
    const asked = Object.values(exportSchema).flatMap(({ operations: { create } }) => {
      const located = operationsOf(document).find(
        ({ operation }) => operation.operationId === create.id,
      );
      return askedForNull(located?.operation.requestBody?.content['application/json']?.schema);
    });
    expect([...new Set(asked)]).toEqual([]);
  });
});

/** Members that a body must have and that may be null, by name of the schema and path. */
function askedForNull(schema: Schema | undefined, at = '', seen = new Set<string>()): string[] {
  if (schema?.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    if (seen.has(name)) return [];
    seen.add(name);
    return askedForNull(document.components.schemas[name], name, seen);
  }
  if (schema === undefined || schema.readOnly) return [];
  const parts = [...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [
    ...parts.flatMap((part) => askedForNull(part, at, seen)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
      ...(schema.required?.includes(name) && mayBeNull(member) ? [`${at} ${name}`] : []),
      ...askedForNull(member, `${at}.${name}`, seen),
    ]),
  ];
}

function mayBeNull(schema: Schema): boolean {
  const named = schema.$ref && document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  return (
    schema.nullable === true ||
    (named ? mayBeNull(named) : false) ||
    (schema.allOf ?? []).some(mayBeNull)
  );
}
