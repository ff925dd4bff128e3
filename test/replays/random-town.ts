import fc from 'fast-check';
import type { TierPlan, Town } from '../stories/town.ts';
import { alert, attribute } from '../support/webhook.ts';

const severities = ['Minor', 'Warning', 'Critical'] as const;
const severity = fc.constantFrom(...severities);
const problem = fc.nat(4);
const minutes = (min: number, max: number) => fc.integer({ min, max });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });

/** What happens, one after the other. */
export const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ what: fc.constant('open' as const), problem, severity },
      group: maybe(fc.constantFrom('rack-1', 'rack-2')),
      isBroken: fc.nat(19).map((chance) => chance === 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('resolve' as const), problem }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ what: fc.constant('person' as const), problem },
      intent: fc.constantFrom(
        ...['Investigated', 'Resolved', 'Escalated', 'Unresolved', 'Snoozed', 'Unsnoozed'],
        ...['Commented', 'Assigned'],
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('byHand' as const), severity }) },
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

const person = fc.record({
  hasPhone: fc.boolean(),
  hasBrowser: fc.boolean(),
  settings: maybe(
    fc.record({ delayInMinSMS: minutes(0, 3), delayInMinEmail: minutes(0, 2), news: fc.boolean() }),
  ),
});

const tier = fc.record({
  people: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
  settings: fc.record({
    autoEscalationEnabled: fc.boolean(),
    autoEscalationAfterMinutes: minutes(0, 6),
    autoEscalationMode: fc.constantFrom(null, 'acknowledged', 'resolved'),
    autoEscalationSeverities: maybe(fc.constant(['Critical'])),
    repeats: maybe(minutes(0, 2)),
    repeatsAfterMinutes: minutes(1, 4),
  }),
  /** So many of the people take turns; null: all are told. */
  turns: maybe(minutes(1, 2)),
  /** Only until the quarter of the hour that the story begins in is over. */
  isShort: fc.nat(4).map((chance) => chance === 0),
});

const actions = fc.oneof(
  fc.record({ changeSeverity: severity }),
  fc.record({ assignToTeams: fc.constant('search' as const) }),
  fc.record({ delayActionsInMinutes: minutes(1, 5), changeSeverity: severity }),
  fc.record({ discard: fc.constant(true) }),
  fc.record({ snoozeForRelativeInMinutes: minutes(1, 6) }),
  fc.record({ hold: fc.record({ pauseMinutes: minutes(1, 4) }) }),
  fc.record({ setAttributes: fc.constant([{ name: 'Set', value: 'by rule' }]) }),
  fc.record({ addInteraction: fc.constantFrom('Investigated', 'Escalated', 'Commented') }),
);

const rule = fc.record({
  conditions: fc.record({
    severities: maybe(fc.uniqueArray(severity, { minLength: 1, maxLength: 2 })),
    statuses: maybe(fc.constantFrom(['Open'], ['Resolved'])),
    attributes: maybe(
      fc
        .record({
          name: fc.constant('Title'),
          operator: fc.constant('contains'),
          value: fc.constantFrom('1', '2', '3'),
        })
        .map((one) => [one]),
    ),
  }),
  actions,
});

/** What is set up, what happens, and after how many minutes. */
export const story = fc.record({
  acts: fc.array(fc.record({ after: fc.nat(9), act }), { minLength: 6, maxLength: 12 }),
  people: fc.array(person, { minLength: 4, maxLength: 4 }),
  tiers: fc.array(tier, { minLength: 1, maxLength: 3 }),
  tierSettings: maybe(fc.record({ repeats: minutes(0, 2), repeatsAfterMinutes: minutes(1, 9) })),
  assignsSearch: fc.nat(3).map((chance) => chance === 0),
  rules: fc.array(rule, { maxLength: 2 }),
  hold: maybe(
    fc.oneof(
      fc.record({ pauseMinutes: minutes(1, 5) }),
      fc.record({
        threshold: fc.record({
          ...{ payloads: minutes(2, 3), withinMinutes: minutes(3, 9) },
          below: fc.constantFrom('alert', 'forget'),
        }),
      }),
    ),
  ),
  snoozeMinutes: maybe(minutes(1, 5)),
  reopenSeconds: maybe(fc.constantFrom(120, 600)),
  groups: fc.boolean(),
  window: maybe(
    fc.record({
      from: fc.nat(20),
      minutes: minutes(1, 20),
      type: fc.constantFrom('maintenance', 'muted'),
    }),
  ),
  silence: maybe(
    fc.record({
      ...{ from: fc.nat(20), minutes: minutes(1, 20) },
      effect: fc.constantFrom('mute', 'openNothing'),
      value: fc.constantFrom('1', '2'),
    }),
  ),
  policy: maybe(
    fc.record({
      after: minutes(1, 5),
      stopsWhen: fc.constantFrom(null, 'resolved'),
      loops: fc.nat(1),
      lapses: maybe(minutes(2, 9)),
      resolves: maybe(minutes(10, 20)),
    }),
  ),
});
export type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

/** What it was set up as. */
export interface Settled {
  teamId: string;
  otherTeamId: string;
  integrationId: string;
}

const names = ['Ada', 'Bo', 'Cem', 'Dee'];

/** Sets it up from this instant on, and gives what alerts come to. */
export async function settle(town: Town, beginsAt: string, given: Story): Promise<Settled> {
  await town.begin(beginsAt);
  for (const [index, { settings, ...plan }] of given.people.entries())
    await town.person(names[index] ?? '', {
      ...plan,
      ...(settings && { settings: settingsOf(settings) }),
    });
  const search = await town.team('Search', [{ people: ['Dee'] }]);
  const tiers = given.tiers.map(
    (one): TierPlan => tierOf(one, given.assignsSearch ? search : null),
  );
  const teamId = await town.team('Payments', tiers, {
    ...(given.tierSettings && { tierSettings: given.tierSettings }),
  });
  if (given.rules.length > 0)
    await town.api.make('/routing', {
      ...{ displayName: `Rules of ${beginsAt}`, teamId },
      rules: given.rules.map(({ conditions, actions: done }) => ({
        conditions,
        actions: 'assignToTeams' in done ? { assignToTeams: [search] } : done,
      })),
    });
  const escalationPolicyId = given.policy ? await policyOf(town, teamId, given.policy) : null;
  const { id: integrationId } = await town.probe(teamId, {
    ...(given.hold && { holdSettings: given.hold }),
    ...(given.snoozeMinutes && {
      snoozeSettings: { snoozeWindowInMinutes: given.snoozeMinutes, filters: [] },
    }),
    ...(given.reopenSeconds && { reopenWithinSeconds: given.reopenSeconds }),
    ...(escalationPolicyId && { escalationPolicyId }),
  });
  await town.api.make(`/inbound-integration/${integrationId}/mapping`, {
    attributesMapping: { attributes: mappingOf(given.groups) },
  });
  const span = (one: { from: number; minutes: number }) => ({
    start: new Date(Date.parse(beginsAt) + one.from * 60_000).toISOString(),
    end: new Date(Date.parse(beginsAt) + (one.from + one.minutes) * 60_000).toISOString(),
  });
  if (given.window)
    await town.api.make('/inbound-integration-maintenance-windows', {
      ...{ integrationId, type: given.window.type },
      ...span(given.window),
    });
  if (given.silence) {
    const { effect, value } = given.silence;
    await town.api.make('/silence', {
      ...{ displayName: `Silence of ${beginsAt}`, teamId, effect },
      matchers: [{ name: 'Title', operator: 'contains', value }],
      ...span(given.silence),
    });
  }
  return { teamId, otherTeamId: search, integrationId };
}

function settingsOf({
  delayInMinSMS,
  delayInMinEmail,
  news,
}: NonNullable<Story['people'][number]['settings']>) {
  return {
    ...{ shouldSendSMS: true, delayInMinSMS, severitiesSMS: ['Critical', 'Warning'] },
    ...{ shouldCallVoice: false, delayInMinVoice: 0, severitiesVoice: [] },
    ...{ shouldSendPush: true, delayInMinPush: 1, severitiesPush: [...severities] },
    ...{ shouldSendEmail: true, delayInMinEmail, severitiesEmail: [...severities] },
    disabledIntentsEmail: news ? [] : ['Updated', 'Resolved'],
  };
}

function tierOf(
  { people, settings, turns, isShort }: Story['tiers'][number],
  search: string | null,
): TierPlan {
  return {
    people: people.map((index) => names[index] ?? ''),
    settings: { ...settings, ...(search && { autoAssignToTeams: [search] }) },
    schedule: {
      ...(isShort && { scheduleSettings: { start: '02:00', end: '02:15' } }),
      ...(turns && { roundRobinSettings: { roundRobinSize: turns } }),
    },
  };
}

function policyOf(
  town: Town,
  teamId: string,
  { after, stopsWhen, loops, lapses, resolves }: NonNullable<Story['policy']>,
): Promise<string> {
  const step = (name: string) => ({ targets: [{ userId: town.idOf(name) }] });
  return town.api.make('/escalation-policy', {
    ...{ displayName: 'Policy', teamId },
    steps: [
      { ...step('Ada'), repeats: 1, repeatsAfterMinutes: 2 },
      { ...step('Bo'), afterMinutes: after, stopsWhen },
    ],
    ...{ loops, loopAfterMinutes: 6, loopWhile: 'acknowledged' },
    ...{ acknowledgementLapsesAfterMinutes: lapses, resolvesAfterMinutes: resolves },
  });
}

function mappingOf(groups: boolean): object[] {
  return [
    attribute('Status', '$.jsonBody.status'),
    attribute('Severity', '$.jsonBody.severity'),
    attribute('Title', '$.jsonBody.title'),
    attribute('CorrelationId', '$.jsonBody.id'),
    attribute('Group', '$.jsonBody.group', groups ? { isGroupingKey: true } : {}),
  ];
}

/** Lives through the story, with what people do by the key of the organization. */
export async function live(town: Town, settled: Settled, { acts, silence }: Story): Promise<void> {
  // The clock stops by itself where an incident or a message is due, not where a silence ends.
  const over = silence ? silence.from + silence.minutes : 0;
  const until = async (minute: number) => {
    if (over < minute && over > passed) await town.until(over);
    await town.until(minute);
    passed = minute;
  };
  let passed = 0;
  let minute = 1;
  const latest = new Map<number, string>();
  await until(minute);
  for (const { after, act: one } of acts) {
    minute += after;
    await until(minute);
    await happen(town, settled, latest, one);
    await until(minute);
  }
  await until(minute + 30);
}

async function happen(
  { server, api }: Town,
  { integrationId, teamId, otherTeamId }: Settled,
  latest: Map<number, string>,
  one: Act,
): Promise<void> {
  switch (one.what) {
    case 'open': {
      const { problem: place, severity: grave, group, isBroken } = one;
      const body = { ...said(place, 'Open'), severity: grave, ...(group && { group }) };
      const answer = await alert(server, integrationId, isBroken ? { no: 'title' } : body);
      if (typeof answer.body.incidentId === 'string') latest.set(place, answer.body.incidentId);
      break;
    }
    case 'resolve':
      await alert(server, integrationId, said(one.problem, 'Resolved'));
      break;
    case 'byHand':
      await api.make('/incident', {
        ...{ title: 'By hand', status: 'Open', severity: one.severity, teamIds: [teamId] },
      });
      break;
    case 'person': {
      const id = latest.get(one.problem);
      const { intent } = one;
      const snoozedUntil = new Date(server.clock.now().getTime() + 4 * 60_000).toISOString();
      const intentOptions = {
        ...(intent === 'Snoozed' && { snoozingOptions: { snoozedUntil } }),
        ...(intent === 'Assigned' && { assigningOptions: { teams: [{ id: otherTeamId }] } }),
      };
      // What is not possible then is refused, and has not happened.
      if (id)
        await api.patch(`/incident/${id}`, {
          operations: { appendIntent: { intent, intentOptions } },
        });
    }
  }
}

function said(place: number, status: string) {
  return { id: `problem-${place}`, title: `Problem ${place}`, severity: 'Critical', status };
}
