import { type Channels, channelNames, registry } from '../channels/index.ts';
import { type Intent, type Severity, severities } from '../incidents/index.ts';
import {
  type ChannelReadiness,
  channelSettings,
  type DownChannel,
  deliveriesTo,
  isToolLane,
  type NamedRecipient,
  namedTarget,
  type PersonRules,
  type Recipient,
  type RuleStretch,
  ruleStretches,
  traitsOf,
} from '../notifications/index.ts';
import { eachOnce, type Sentence, say, zonedMoment } from '../sentences/index.ts';
import type { Urgency } from '../urgency/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

/** Somebody who will be on call, in which teams, and what alerts tell them of. */
export interface OnDuty {
  teams: FindingTeam[];
  intents: Set<Intent>;
  /** By which schedules; null: otherwise, as by tiers. */
  by: Set<string | null>;
}

/** Says of which severities no alert would reach the person, and why; null when all would. */
export function unreachable(
  { recipient, name }: NamedRecipient,
  { teams, intents }: OnDuty,
  channels: ChannelReadiness,
): Finding | null {
  // Rules send by the time: see `gapsOfRules`.
  if (recipient.rules) return null;
  const reasons = new Map<Severity, Sentence[]>();
  for (const severity of severities.toReversed())
    for (const intent of intents) {
      const obstacles = obstaclesOf(recipient, intent, severity, channels);
      if (obstacles) reasons.set(severity, [...(reasons.get(severity) ?? []), ...obstacles]);
    }
  if (reasons.size === 0) return null;
  const unheard = [...reasons.keys()];
  const why = eachOnce([...reasons.values()].flat());
  const [team] = teams;
  return finding(
    'PersonUnreachable',
    unheard.includes('Critical') ? 'Gap' : 'Hint',
    unheard.length === severities.length
      ? say('unreachableOnCall', { person: name, why })
      : say('unreachableForSeverities', { person: name, severities: unheard, why }),
    {
      userId: recipient.userId,
      severities: unheard,
      team: teams.length === 1 && team ? team : null,
    },
  );
}

const weekMilliseconds = 7 * 86_400_000;

/**
 * When, in the week from `from` on, a person with rules would not be told: nothing can be sent, or Critical incidents
 * wait for the end of their quiet hours. Only the first time of each.
 */
export function gapsOfRules(
  { recipient, name }: NamedRecipient,
  { teams, by }: OnDuty,
  channels: ChannelReadiness,
  from: number,
): Finding[] {
  const { rules, userId, isSuspended } = recipient;
  if (!rules || isSuspended) return [];
  const ruled = { ...recipient, rules };
  const week = { from, until: from + weekMilliseconds };
  const ofTeams = teams.length > 0 ? teams.map(({ id }) => [id]) : [[]];
  const stretches = severities
    .toReversed()
    .flatMap((severity) =>
      ofTeams.flatMap((teamIds) =>
        urgenciesOf(rules).flatMap((urgency) =>
          schedulesOf(rules, by).flatMap((scheduleIds) =>
            ruleStretches(ruled, { severity, urgency, teamIds, scheduleIds }, week, channels),
          ),
        ),
      ),
    );
  const [team] = teams;
  const found = (first: RuleStretch, unheard: Severity[], text: (when: Moments) => Sentence) =>
    finding(
      'RuleSendsNothing',
      unheard.includes('Critical') ? 'Gap' : 'Hint',
      text({
        from: zonedMoment(first.start, rules.timeZoneId),
        until: zonedMoment(first.end, rules.timeZoneId),
      }),
      {
        userId,
        severities: unheard,
        team: teams.length === 1 && team ? team : null,
        start: new Date(first.start).toISOString(),
        end: new Date(first.end).toISOString(),
      },
    );
  const silent = Map.groupBy(
    firstOfEach(stretches.filter(({ tells }) => tells === 'Nothing')),
    ({ start, end }) => `${start} ${end}`,
  );
  const findings = [...silent.values()].flatMap((group) => {
    const unheard = group.map(({ severity }) => severity);
    const why = eachOnce(group.flatMap((one) => one.why));
    return group
      .slice(0, 1)
      .map((first) =>
        found(first, unheard, (when) =>
          say('rulesLeaveGap', { person: name, severities: unheard, why, ...when }),
        ),
      );
  });
  const waiting = stretches.filter(
    ({ tells, severity }) => tells === 'Waits' && severity === 'Critical',
  );
  for (const first of firstOfEach(waiting))
    findings.push(
      found(first, ['Critical'], (when) => say('quietForCritical', { person: name, ...when })),
    );
  return findings;
}

/** Urgencies between which the rules tell. */
function urgenciesOf({ wire }: PersonRules): Urgency[] {
  return wire.rules.some(({ urgencies }) => urgencies) ? ['High', 'Low'] : ['High'];
}

/** Ways of being told between which the rules tell. */
function schedulesOf({ wire }: PersonRules, by: ReadonlySet<string | null>): string[][] {
  if (!wire.rules.some(({ scheduleIds }) => scheduleIds)) return [[]];
  return [...by].map((id) => (id === null ? [] : [id]));
}

/** Contacts that rules name and that nothing is sent to. */
export function contactsInVain(
  { recipient, name }: NamedRecipient,
  { teams }: OnDuty,
  channels: ChannelReadiness,
): Finding[] {
  const { rules, userId, isSuspended } = recipient;
  if (!rules || isSuspended) return [];
  const { wire } = rules;
  const steps = [...wire.rules.flatMap((rule) => rule.steps), ...(wire.otherwise ?? [])];
  const lost = steps.filter(
    ({ channel, contactId }) =>
      contactId &&
      channels.missing(channel) === null &&
      namedTarget(recipient, channel, contactId) === null,
  );
  const [team] = teams;
  return [...Map.groupBy(lost, ({ channel }) => channel).keys()].map((channel) =>
    finding(
      'ContactUnconfirmed',
      'Hint',
      say('ruleContactUnusable', { person: name, channel: traitsOf(channel).title }),
      { userId, channel, team: teams.length === 1 && team ? team : null },
    ),
  );
}

/** Accounts in chats at which nothing arrives, as the last message has shown. */
export function chatsThatFail({ recipient, name }: NamedRecipient, { teams }: OnDuty): Finding[] {
  const [team] = teams;
  return (recipient.chats ?? []).flatMap(({ kind, failure }) =>
    failure === null
      ? []
      : [
          finding(
            'ChatFails',
            'Hint',
            say('chatFailsFor', { person: name, why: failure.sentence }),
            {
              userId: recipient.userId,
              channel: channelNames.find((one) => registry[one].reachedBy === kind) ?? null,
              team: teams.length === 1 && team ? team : null,
              start: failure.at.toISOString(),
            },
          ),
        ],
  );
}

interface Moments {
  from: string;
  until: string;
}

/** The earliest of each severity. */
function firstOfEach(stretches: readonly RuleStretch[]): RuleStretch[] {
  return [...Map.groupBy(stretches, ({ severity }) => severity).values()].flatMap((some) =>
    some.toSorted((one, other) => one.start - other.start).slice(0, 1),
  );
}

/** Why no message would go out, asked of the very rules that make messages; null when one would. */
function obstaclesOf(
  recipient: Recipient,
  intent: Intent,
  severity: Severity,
  channels: ChannelReadiness,
): Sentence[] | null {
  const messages = deliveriesTo(
    recipient,
    {
      organizationId: '',
      incidentId: '',
      teamIds: [],
      severity,
      intent,
      eventId: null,
      key: '',
      at: new Date(0),
      isAlert: true,
      because: say('assignedToYou'),
    },
    [],
    channels,
  );
  if (messages.some(({ state }) => state === 'queued')) return null;
  return messages.flatMap(({ dropReason }) => dropReason ?? []);
}

/** Channels that this server cannot send by, with how many of these people want them. */
export function unconfiguredChannels(
  people: readonly NamedRecipient[],
  channels: ChannelReadiness,
): Finding[] {
  return channelNames.flatMap((channel) => {
    const missing = channels.missing(channel);
    if (missing === null) return [];
    const wanting = people.filter(
      ({ recipient: { settings } }) => settings && channelSettings(settings, channel).isOn,
    ).length;
    return [finding('ChannelNotConfigured', 'Hint', wantedBy(wanting, missing), { channel })];
  });
}

function wantedBy(count: number, missing: Sentence): Sentence {
  if (count === 0) return missing;
  return count === 1 ? say('wantedByOne', { missing }) : say('wantedByMany', { missing, count });
}

/** Channels by which nothing arrives now, whoever it is for. */
export function failingChannels(down: readonly DownChannel[]): Finding[] {
  return down.flatMap(({ lane, since, reason }) =>
    isToolLane(lane)
      ? []
      : [
          finding(
            'ChannelFails',
            'Gap',
            say('channelCannotSend', { channel: traitsOf(lane).title, reason }),
            { channel: lane, start: since.toISOString() },
          ),
        ],
  );
}

/** Channels that lack one of several servers or carriers now: as far as this process has tried them. */
export function channelsByFewerProviders(
  channels: Pick<Channels, 'providers'>,
  down: readonly DownChannel[],
): Finding[] {
  return channelNames.flatMap((channel) => {
    const providers = channels.providers(channel);
    if (providers.length < 2 || down.some(({ lane }) => lane === channel)) return [];
    return providers.flatMap(({ name, failure }) =>
      failure === null
        ? []
        : [
            finding(
              'ChannelFails',
              'Hint',
              say('providerFails', {
                channel: traitsOf(channel).title,
                provider: name,
                reason: failure.reason,
              }),
              { channel, start: failure.since.toISOString() },
            ),
          ],
    );
  });
}
