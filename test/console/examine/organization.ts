import { storeCall } from '../../support/calls.ts';
import type { ConsoleStory } from '../../support/console.ts';
import { makeIntegration, map, send } from '../../support/webhook.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Whose pages are looked at, and what stands for each parameter of an address. */
export interface Organization {
  owner: string;
  ids: Readonly<Record<string, string>>;
}

/**
 * An organization as it is after some weeks: teams with people in tiers, incidents in each state, tools, services, a
 * status page, a phone number, rules. The clock of the server must be some hours behind that of the machine.
 */
export async function fillOrganization(story: ConsoleStory): Promise<Organization> {
  const { server } = story;
  const { api, clock } = server;
  const owner = await story.person('Olga Brandt');
  const people = [];
  for (const name of ['Ann Hofer', 'Ben Okafor', 'Maximiliane Freifrau von Hohenstein', 'Li Wei'])
    people.push(await story.person(name, 'Member'));
  const platform = await staff(story, 'Platform', [[owner, ...people.slice(0, 2)], [people[2]]]);
  await staff(story, 'Payments and subscriptions, Europe', [[people[3], people[1]], [owner]]);
  const database = await api.make('/team', { displayName: 'Database', timeZoneId: 'Asia/Kolkata' });
  await api.make('/on-call-override', {
    userId: people[0],
    teamId: platform,
    type: 'offline',
    start: ahead(story, 2 * day),
    end: ahead(story, 4 * day),
    replacementUserIds: [owner],
  });
  await api.make('/silence', {
    displayName: 'Storage migration',
    teamId: platform,
    matchers: [{ name: 'Instance', operator: '=', value: 'db-9' }],
    start: ahead(story, -hour),
    end: ahead(story, day),
  });

  const alertmanager = await api.make('/inbound-integration', {
    displayName: 'Alertmanager production',
    teamId: platform,
    type: 'PrometheusAlertmanager',
  });
  await api.make('/inbound-integration', {
    displayName: 'Nightly backup',
    teamId: database,
    type: 'HeartbeatMonitor',
    integrationSettings: {
      heartbeatMonitor: { intervalInSec: 300, gracePeriodInSec: 60, severity: 'Critical' },
    },
  });
  const custom = await makeIntegration(server, { displayName: 'Shop', teamId: platform });
  await map(server, custom);
  await api.make('/inbound-integration-maintenance-windows', {
    integrationId: custom,
    type: 'muted',
    start: ahead(story, hour),
    end: ahead(story, 3 * hour),
  });
  const number = await api.make('/inbound-integration', {
    displayName: 'Payments hotline',
    teamId: platform,
    type: 'Twilio',
    integrationSettings: {
      twilio: {
        accessSettings: { phoneNumber: '+4930901820' },
        callFlowConfig: {
          welcomeMessage: { type: 'TextToSpeech', text: 'Welcome to payments.', locale: 'en-GB' },
          route: {
            incidentSeverity: 'Critical',
            maxUsersToTry: 3,
            sendToVoicemailIfNoResponse: true,
          },
        },
      },
    },
  });

  const schedule = await api.make('/on-call-schedule', {
    displayName: 'Primary',
    teamId: platform,
    timeZoneId: 'Europe/Berlin',
    layers: [
      {
        groups: [{ userIds: [owner] }, { userIds: [people[0]] }],
        turns: { every: 1, unit: 'weeks', from: '2026-03-02T09:00:00+01:00' },
      },
    ],
  });
  const policy = await api.make('/escalation-policy', {
    displayName: 'Primary, then everybody',
    teamId: platform,
    steps: [
      { targets: [{ scheduleId: schedule }] },
      { afterMinutes: 10, targets: [{ teamId: platform, pick: 'administrators' }] },
    ],
  });
  const guarantee = await api.make('/guarantee', {
    displayName: 'Critical wakes somebody',
    incidents: { severities: ['Critical'] },
    told: { withinMinutes: 5, channels: ['VoiceCall'] },
  });
  const supportHours = await api.make('/support-hours', {
    displayName: 'Office hours',
    teamId: platform,
    timeZoneId: 'Europe/Berlin',
    hours: [{ selectedDays: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', until: '17:00' }],
  });
  const service = await api.make('/service', {
    displayName: 'Checkout (Payments)',
    publicTitle: 'Checkout',
    integrations: [{ integrationId: alertmanager, severities: null }],
  });
  const catalogue = await api.make('/service', {
    displayName: 'Catalogue',
    publicTitle: 'Product catalogue and search',
  });
  const page = await api.make('/status-page', {
    displayName: 'Shop status',
    publicTitle: 'Status of the shop',
    slug: 'shop',
    historyInDays: 90,
    disablePublicSubscription: false,
    serviceIds: [service, catalogue],
  });
  await api.make('/status-page-subscriber', { statusPageId: page, email: 'reader@example.com' });
  const maintenance = await api.make('/service-maintenance', {
    displayName: 'Upgrade of the database',
    serviceIds: [service, catalogue],
    start: ahead(story, 2 * day),
    end: ahead(story, 2 * day + hour),
  });

  const outbound = await api.make('/outbound-integration', {
    displayName: 'Channel #platform-alerts',
    teamId: platform,
    type: 'Discord',
    discordSettings: { webhookUrl: 'https://discord.example/api/webhooks/1' },
  });
  const routing = await api.make('/routing', {
    displayName: 'Night shift',
    teamId: platform,
    rules: [
      {
        displayName: 'Databases go to their team',
        conditions: {
          statuses: ['Open'],
          severities: ['Critical', 'Warning'],
          attributes: [{ name: 'Instance', operator: '=', value: 'db-1' }],
          attributesMatchType: 'all',
        },
        actions: { assignToTeams: [database] },
      },
      { displayName: null, conditions: { severities: ['Minor'] }, actions: { discard: true } },
    ],
  });
  await api.make('/api-key', { displayName: 'Terraform', kind: 'organization' });
  const connection = await api.make('/oidc-connection', {
    displayName: 'Company sign-in',
    issuer: 'http://127.0.0.1:65535',
    clientId: 'tocsin',
    clientSecret: 'secret',
    domains: ['example.com'],
  });
  await api.make('/group-mapping', {
    groupDisplayName: 'Payments on-call',
    teamId: platform,
    teamRole: 'Member',
  });

  const incident = await raiseIncidents(story, { alertmanager, custom, platform });
  const update = await api.make('/public-update', {
    messages: [
      { language: 'en', message: 'We look into failing payments.' },
      { language: 'de', message: 'Wir untersuchen fehlgeschlagene Zahlungen.' },
    ],
    serviceIds: [service],
    incidentIds: [incident],
  });
  await api.make('/public-update-template', {
    displayName: 'We look into it',
    messages: [{ language: 'en', message: 'We look into it.' }],
  });
  // After the incidents, none of which it should hold back.
  const suppression = await api.make('/suppression-rule', {
    displayName: 'A cluster that is down holds back its pods',
    teamId: platform,
    source: { severities: ['Critical'] },
    target: { severities: ['Warning', 'Minor'] },
  });
  const call = await makeCalls(story, number, platform, people[0] ?? '');
  await server.app.jobs.runAll();
  clock.set(new Date());
  await server.app.jobs.runAll();
  return {
    owner,
    ids: {
      incidentId: incident,
      teamId: platform,
      integrationId: alertmanager,
      routingId: routing,
      outboundId: outbound,
      callId: call,
      serviceId: service,
      maintenanceId: maintenance,
      statusPageId: page,
      updateId: update,
      userId: people[2] ?? '',
      connectionId: connection,
      /** Of another page with the same parameter. */
      'calls/rehearse/integrationId': number,
      'on-call/schedules/id': schedule,
      'on-call/policies/id': policy,
      'on-call/support-hours/id': supportHours,
      'on-call/guarantees/id': guarantee,
      'routing/suppression/id': suppression,
    },
  };
}

function ahead({ server }: ConsoleStory, seconds: number): string {
  return new Date(server.clock.now().getTime() + seconds * 1000).toISOString();
}

async function staff(
  { server: { api } }: ConsoleStory,
  displayName: string,
  tiers: readonly (readonly (string | undefined)[])[],
): Promise<string> {
  const teamId = await api.make('/team', { displayName, timeZoneId: 'Europe/Berlin' });
  const memberships = new Map<string | undefined, string>();
  for (const userId of new Set(tiers.flat()))
    memberships.set(
      userId,
      await api.make('/team-membership', { teamId, userId, role: 'Administrator' }),
    );
  await api.make('/team-escalations', {
    teamId,
    escalationTiers: tiers.map((members) => ({
      autoEscalationEnabled: true,
      autoEscalationAfterMinutes: 10,
      schedules: [
        {
          rotationSettings: { repeats: 'weekly', startsOnDayOfWeek: 'mon', startsOnTime: '09:00' },
          rotations: members.map((id) => ({
            members: [{ teamMembershipId: memberships.get(id) }],
          })),
        },
      ],
    })),
  });
  return teamId;
}

const alerts = [
  ['Checkout fails: 5xx rate is high', 'critical', 'checkout-7f9c'],
  ['Disk of db-1 is full', 'critical', 'db-1'],
  ['Certificate of shop.example.com expires in three days', 'warning', 'edge-2'],
  ['Kafka consumer lag of group order-confirmation-mails grows', 'warning', 'kafka-3'],
  ['Replica lags behind by 40 seconds', 'info', 'db-2'],
  ['Memory of search-4 is nearly used up', 'warning', 'search-4'],
] as const;

/** Open, acknowledged and resolved ones, in the last hours; gives the one that is worth looking at. */
async function raiseIncidents(
  { server }: ConsoleStory,
  at: Record<'alertmanager' | 'custom' | 'platform', string>,
): Promise<string> {
  const { api, clock } = server;
  const act = async (id: string, intent: string, message?: string) => {
    const operations = { appendIntent: { intent, ...(message ? { message } : {}) } };
    const { status, text } = await api.patch(`/incident/${id}`, { operations });
    if (status !== 200) throw new Error(text);
  };
  const first = await fire(server, at.alertmanager, alerts[0]);
  clock.advance(9 * minute);
  await act(first, 'Resolved', 'Rolled back checkout 4.2: its pool had two connections.');
  for (let n = 0; n < 14; n += 1) {
    clock.advance(4 * minute);
    const severity = ['Critical', 'Warning', 'Minor'][n % 3];
    const id = await api.make('/incident', {
      title: `Node worker-${n} does not answer`,
      status: 'Open',
      severity,
      teamIds: [at.platform],
    });
    clock.advance(minute);
    // A rule discards Minor ones: nobody acts on them, however soon it runs.
    if (n % 2 === 0 && severity !== 'Minor') await act(id, 'Investigated');
    clock.advance(3 * minute);
    if (n % 3 === 0) await act(id, 'Resolved');
  }
  const raised: string[] = [];
  for (const one of alerts) {
    raised.push(await fire(server, at.alertmanager, one));
    clock.advance(2 * minute);
  }
  await server.app.jobs.runAll();
  const [incident = '', acknowledged = ''] = raised;
  await act(acknowledged, 'Investigated');
  await act(incident, 'Commented', 'The payment provider says that it is not them.');
  await send(server, at.custom, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Open', title: 'Basket is slow', id: '7', severity: 'Minor' }),
  });
  await send(server, at.custom, {
    headers: { 'content-type': 'application/json' },
    body: '{"unknown": true}',
  });
  return incident;
}

async function fire(
  server: ConsoleStory['server'],
  integrationId: string,
  [summary, severity, instance]: (typeof alerts)[number],
): Promise<string> {
  const labels = { alertname: summary.split(' ')[0], severity, instance, cluster: 'eu-central-1' };
  const annotations = {
    summary,
    description: `${summary}, as seen by the probe of ${instance}.`,
    runbook_url: 'https://wiki.example.com/runbooks/checkout',
  };
  const { body, text } = await send(server, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      version: '4',
      status: 'firing',
      receiver: 'tocsin',
      groupKey: `{}:{instance="${instance}"}`,
      externalURL: 'https://alertmanager.example.com',
      groupLabels: { instance },
      commonLabels: labels,
      commonAnnotations: annotations,
      alerts: [
        {
          status: 'firing',
          fingerprint: instance,
          labels,
          annotations,
          startsAt: server.clock.now().toISOString(),
          endsAt: '0001-01-01T00:00:00Z',
          generatorURL: 'https://prometheus.example.com/graph',
        },
      ],
    }),
  });
  if (!body.incidentId) throw new Error(text);
  return String(body.incidentId);
}

async function makeCalls(
  story: ConsoleStory,
  number: string,
  teamId: string,
  userId: string,
): Promise<string> {
  const given = {
    organizationId: story.server.organizationId,
    integrationId: number,
    teamIds: [teamId],
    displayName: 'Payments hotline',
  };
  const { world } = story.server.app;
  await storeCall(world, { ...given, at: ahead(story, -2 * hour), from: '+4366412345' });
  await storeCall(world, { ...given, at: ahead(story, -hour), from: null });
  return storeCall(world, {
    ...given,
    at: ahead(story, -30 * minute),
    outcome: 'Accepted',
    seconds: 240,
    acceptedBy: { userId, displayName: 'Ann Hofer', after: 18 },
    log: [
      ['CallReceived', 0, 'Processed', 'A call came in.'],
      ['DialTargetResult', 18, 'Processed', 'Ann Hofer took the call.'],
    ],
  });
}
