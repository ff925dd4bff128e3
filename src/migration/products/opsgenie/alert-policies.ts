import type { Source } from '../../model/ledger.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { conditionsOf, type RoutingRule } from './conditions.ts';
import { minutesOf } from './durations.ts';
import { weekdays } from './hours.ts';
import { isPriority } from './severities.ts';

type Actions = NonNullable<RoutingRule['actions']>;

const weekMinutes = 7 * 1440;

/** What policies make of new alerts. Those of the account are in the rules of each team. */
export function alertPolicyRules(account: Account, sources: readonly Source[]): RoutingRule[] {
  return sources.flatMap((source, index) => {
    if (isOff(source)) return [];
    const goesOn = source.flag('continue') ?? false;
    if (!goesOn && index < sources.length - 1)
      source.say(
        'approximated',
        'Later policies are looked at, too; there this one is the last.',
        'continue',
      );
    return rulesWith(account, source, alertActions(account, source), null);
  });
}

function alertActions({ severities, teams }: Account, source: Source): Actions {
  const priority = source.text('priority');
  const responders = source.list('responders').flatMap((responder) => {
    const isTeam = responder.text('type') === 'team';
    const team = isTeam ? teams.index.find(responder) : null;
    if (team === null) responder.say('behaviour', 'Only teams can be added to an alert by a rule.');
    return team ?? [];
  });
  if (priority && !isPriority(priority))
    source.say('behaviour', 'Not a priority that is known.', 'priority');
  return {
    ...(isPriority(priority) && { changeSeverity: severities.of(priority) }),
    ...(responders.length > 0 && { assignToTeams: responders }),
  };
}

/** Whether and when people are told of alerts of a team. */
export function notificationPolicyRules(account: Account, source: Source): RoutingRule[] {
  if (isOff(source)) return [];
  const suppresses = source.flag('suppress') ?? false;
  const actions = { ...delayOf(source), ...holdOf(source) };
  return rulesWith(
    account,
    source,
    actions,
    suppresses ? { notificationChannelsMuted: true } : null,
  );
}

function isOff(source: Source): boolean {
  if (source.flag('enabled') !== false) return false;
  source.say('lost', 'Switched off there, so it is left out.');
  return true;
}

function rulesWith(
  account: Account,
  source: Source,
  actions: Actions,
  channels: RoutingRule['channels'],
): RoutingRule[] {
  const displayName = cut(source.text('name') ?? '', 500) || null;
  const conditions = conditionsOf(account, source, 'filter', null);
  if (!conditions || (Object.keys(actions).length === 0 && !channels)) return [];
  return conditions.map((one) => ({
    displayName,
    conditions: one,
    actions: { ...actions, ruleFlowControl: 'Continue' },
    ...(channels && { channels }),
  }));
}

const snoozed = { addInteraction: 'Snoozed' } as const;

function delayOf(source: Source): Actions {
  const delay = source.at('delayAction');
  if (!delay) return {};
  const option = delay.text('delayOption');
  const until = `${two(delay.number('untilHour') ?? 0)}:${two(delay.number('untilMinute') ?? 0)}`;
  const minutes = minutesOf(delay.at('duration'));
  if (option === 'for-duration' && minutes !== null && minutes > 0) {
    if (minutes > weekMinutes)
      delay.say('approximated', 'Snoozed for a week, which is the longest.', 'duration');
    return { ...snoozed, snoozeForRelativeInMinutes: Math.min(minutes, weekMinutes) };
  }
  if (option === 'next-time') return { ...snoozed, snoozeUntilAbsolute: until };
  const day = weekdays.find((one) => option?.startsWith(`next-${one}`) && /day$/.test(option));
  if (day) return { ...snoozed, snoozeUntilAbsolute: until, snoozeUntilWeekdayAbsolute: day };
  delay.say('behaviour', 'Alerts are told at once: this way to delay them has no counterpart.');
  return {};
}

function holdOf(source: Source): Actions {
  const action = source.at('deduplicationAction') ?? source.at('deDuplicationAction');
  if (!action) return {};
  const count = action.number('count') ?? 0;
  const type = action.text('deduplicationType');
  const withinMinutes = minutesOf(action.at('duration'));
  const fits = count >= 2 && count <= 1000 && withinMinutes !== null && withinMinutes >= 1;
  if (type === 'frequency-based' && fits && withinMinutes <= 1440) {
    action.say('approximated', 'Told when the time is over, too; there only by so many alerts.');
    return { hold: { threshold: { payloads: count, withinMinutes, below: 'alert' } } };
  }
  action.say('behaviour', 'Alerts are told at once: this way to wait for more has no counterpart.');
  return {};
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
