import { type Weekday, weekdays } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import { conditionsOf, type RoutingRule } from './conditions.ts';
import { minutesOf } from './durations.ts';
import { two } from './hours.ts';
import { isPriority } from './severities.ts';

type Actions = NonNullable<RoutingRule['actions']>;

const weekMinutes = 7 * 1440;

/** The rules that policies for new alerts become. Policies of the account are in the rules of each team. */
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
    return rulesWith(account, source, [{ actions: alertActions(account, source) }]);
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
  const setAttributes = attributesSet(source);
  return {
    ...(isPriority(priority) && { changeSeverity: severities.of(priority) }),
    ...(responders.length > 0 && { assignToTeams: responders }),
    ...(setAttributes.length > 0 && { setAttributes }),
  };
}

type SetAttribute = NonNullable<Actions['setAttributes']>[number];

/** Members with a text, the text that changes nothing, and the attribute that has it here. */
const texts = [
  ['alertDescription', '{{description}}', 'Description'],
  ['description', '{{description}}', 'Description'],
  ['entity', '{{entity}}', 'Entity'],
  ['source', '{{source}}', 'Source'],
] as const;

/** The values that a policy sets on an alert, whatever the alert had. */
function attributesSet(source: Source): SetAttribute[] {
  const set = new Map<string, string>();
  for (const [member, unchanged, name] of texts) {
    const text = source.text(member);
    if (!text || text === unchanged) continue;
    if (isTemplate(text)) source.say('lost', noTemplate, member);
    else set.set(name, text);
  }
  const details = source.at('details');
  for (const key of details?.members() ?? []) {
    const text = details?.text(key);
    if (!text) continue;
    if (isTemplate(text)) details?.say('lost', noTemplate, key);
    else set.set(cut(`Details.${key}`, 255), text);
  }
  const tags = source.texts('tags');
  const isAlone = source.flag('ignoreOriginalTags') ?? false;
  if (tags.length > 0 && isAlone) set.set('Tags', JSON.stringify(tags));
  else if (tags.length > 0)
    source.say(
      'behaviour',
      'Rules add no tags to others, so conditions on them find those of the sender only.',
      'tags',
    );
  return [...set].map(([name, value]) => ({ name, value }));
}

const noTemplate = 'Rules give fixed texts only: a mapping of the integration can make others.';

function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/** Whether and when people are told of alerts of a team. */
export function notificationPolicyRules(account: Account, source: Source): RoutingRule[] {
  if (isOff(source)) return [];
  const suppresses = source.flag('suppress') ?? false;
  const hold = holdOf(source);
  const [first = {}, ...others] = delaysOf(source);
  return rulesWith(account, source, [
    {
      ...first,
      actions: { ...first.actions, ...hold },
      ...(suppresses && { channels: { notificationChannelsMuted: true } }),
    },
    ...others.map((part) => ({ ...part, actions: { ...part.actions, ...hold } })),
    ...closingOf(source),
  ]);
}

function isOff(source: Source): boolean {
  if (source.flag('enabled') !== false) return false;
  source.say('lost', 'Switched off there, so it is left out.');
  return true;
}

/** One of the things that a policy does, on some days only where it says so. */
interface Part {
  actions?: Actions;
  channels?: RoutingRule['channels'];
  days?: readonly Weekday[];
}

function rulesWith(account: Account, source: Source, parts: readonly Part[]): RoutingRule[] {
  const displayName = cut(source.text('name') ?? '', 500) || null;
  const conditions = conditionsOf(account, source, 'filter', null);
  return parts.flatMap(({ actions = {}, channels, days }): RoutingRule[] => {
    if (!conditions || (Object.keys(actions).length === 0 && !channels)) return [];
    return conditions.map((one) => ({
      displayName,
      conditions: days
        ? { ...one, schedule: { after: null, before: null, daysOfWeek: [...days] } }
        : one,
      actions: { ...actions, ruleFlowControl: 'Continue' },
      ...(channels && { channels }),
    }));
  });
}

const snoozed = { addInteraction: 'Snoozed' } as const;

/** The next working day after each day. */
const nextWorkingDays: readonly (readonly [today: readonly Weekday[], next: Weekday])[] = [
  [['mon'], 'tue'],
  [['tue'], 'wed'],
  [['wed'], 'thu'],
  [['thu'], 'fri'],
  [['fri', 'sat', 'sun'], 'mon'],
];

function delaysOf(source: Source): Part[] {
  const delay = source.at('delayAction');
  if (!delay) return [];
  const option = delay.text('delayOption');
  const until = `${two(delay.number('untilHour') ?? 0)}:${two(delay.number('untilMinute') ?? 0)}`;
  const minutes = minutesOf(delay.at('duration'));
  if (option === 'for-duration' && minutes !== null && minutes > 0) {
    if (minutes > weekMinutes)
      delay.say('approximated', 'Snoozed for a week, which is the longest.', 'duration');
    const snoozeForRelativeInMinutes = Math.min(minutes, weekMinutes);
    return [{ actions: { ...snoozed, snoozeForRelativeInMinutes } }];
  }
  const untilDay = (day: Weekday): Actions => ({
    ...snoozed,
    snoozeUntilAbsolute: until,
    snoozeUntilWeekdayAbsolute: day,
  });
  if (option === 'next-time') return [{ actions: { ...snoozed, snoozeUntilAbsolute: until } }];
  const day = weekdays.find((one) => option?.startsWith(`next-${one}`) && /day$/.test(option));
  if (day) return [{ actions: untilDay(day) }];
  const hasHours = ['timeRestriction', 'timeRestrictions'].some((one) => source.at(one) !== null);
  if (option === 'next-weekday' && !hasHours) {
    delay.say(
      'approximated',
      'Snoozed until the next working day; the other reading is that today counts before that time.',
      'delayOption',
    );
    return nextWorkingDays.map(([days, next]) => ({ days, actions: untilDay(next) }));
  }
  delay.say('behaviour', 'Alerts are told at once: this way to delay them has no counterpart.');
  return [];
}

const dayMinutes = 1440;

function holdOf(source: Source): Actions {
  const action = source.at('deduplicationAction') ?? source.at('deDuplicationAction');
  if (!action) return {};
  const count = action.number('count') ?? 0;
  const type = action.text('deduplicationActionType') ?? action.text('deDuplicationActionType');
  const duration = minutesOf(action.at('duration'));
  const isByValue = type === 'value-based';
  const withinMinutes = isByValue ? dayMinutes : duration;
  const fits = count >= 2 && count <= 1000 && withinMinutes !== null && withinMinutes >= 1;
  if ((isByValue || type === 'frequency-based') && fits && withinMinutes <= dayMinutes) {
    action.say(
      'approximated',
      isByValue
        ? 'Told when so many came within a day, or after that day; there only by so many alerts.'
        : 'Told when the time is over, too; there only by so many alerts.',
    );
    return { hold: { threshold: { payloads: count, withinMinutes, below: 'alert' } } };
  }
  action.say('behaviour', 'Alerts are told at once: this way to wait for more has no counterpart.');
  return {};
}

/** A rule whose action waits: whatever is still open then is resolved. */
function closingOf(source: Source): Part[] {
  const action = source.at('autoCloseAction');
  if (!action) return [];
  const minutes = minutesOf(action.at('duration'));
  if (minutes !== null && minutes > 0 && minutes <= weekMinutes) {
    action.say(
      'approximated',
      'Counts from when the alert opened; the other reading is from its last change.',
    );
    return [{ actions: { addInteraction: 'Resolved', delayActionsInMinutes: minutes } }];
  }
  if (minutes !== null)
    action.say('behaviour', 'Alerts stay open: a rule resolves them within a week.');
  return [];
}
