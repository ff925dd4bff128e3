import type { Source } from '../../model/ledger.ts';
import { createMatchedAttributes } from '../../model/matched-attributes.ts';
import type { Bodies } from '../../model/neutral.ts';
import { cut } from '../../model/texts.ts';
import type { Account } from './account.ts';
import type { Contacts } from './contacts.ts';
import { alternativesIn } from './criteria.ts';
import { minutesOf } from './durations.ts';
import { dayParts, windowsIn } from './hours.ts';
import type { Priority } from './severities.ts';

type Rules = Required<Pick<Bodies['tocsin_user_notification_rules'], 'rules' | 'otherwise'>>;
type Rule = Rules['rules'][number];
type Step = Rule['steps'][number];

const dayMinutes = 1440;
const rulesMax = 50;
const stepsMax = 20;
const hoursMax = 20;

/** The level of the line for rules that are not about new alerts: the notification settings cover these. */
const others: Readonly<Record<string, 'lost' | 'behaviour'>> = {
  'acknowledged-alert': 'lost',
  'closed-alert': 'lost',
  'add-note': 'lost',
  'assigned-alert': 'behaviour',
  'renotified-alert': 'behaviour',
  'incoming-call-routing': 'behaviour',
};

/** The first rule that matches decides in both products. */
export function notificationRulesOf(
  account: Account,
  user: Source,
  sources: readonly Source[],
  contacts: Contacts,
): Rules {
  const ordered = sources
    .map((source) => ({ source, order: source.number('order') ?? 0 }))
    .sort((one, other) => one.order - other.order);
  const rules = ordered.flatMap(({ source }) => rulesFrom(account, source, contacts));
  const last = rules.findIndex(isForAll);
  const isCut = rules.length > rulesMax;
  const behind = last < 0 ? null : (rules[last]?.steps ?? []);
  const otherwise = behind && behind.length > 0 ? behind : null;
  if (otherwise === null)
    user.say(
      'behaviour',
      'What no rule for new alerts matches is told by the notification settings; there by nothing.',
    );
  if (isCut)
    user.say('behaviour', `A person has ${rulesMax} rules at most: later ones are left out.`);
  return { rules: (last < 0 ? rules : rules.slice(0, last)).slice(0, rulesMax), otherwise };
}

function isForAll({ severities, hours }: Rule): boolean {
  return severities === null && hours === null;
}

function rulesFrom(account: Account, source: Source, contacts: Contacts): Rule[] {
  const type = source.text('actionType');
  if (type === 'schedule-start' || type === 'schedule-end') return [];
  if (source.flag('enabled') === false) {
    source.say('lost', 'Switched off there, so it is left out.');
    return [];
  }
  if (type !== 'create-alert') {
    const level = others[type ?? ''] ?? 'behaviour';
    source.say(level, 'Only new alerts have rules: about this, the notification settings decide.');
    return [];
  }
  const displayName = cut(source.text('name') ?? '', 255);
  const alternatives = alternativesIn(source, 'criteria', createMatchedAttributes());
  const hours = hoursOf(source);
  const steps = stepsOf(source, contacts);
  if (!alternatives || hours === 'unknown') {
    source.say('behaviour', 'Left out, as its conditions cannot be kept.');
    return [];
  }
  if (alternatives.some(({ attributes }) => attributes.length > 0)) {
    source.say('behaviour', 'Left out: rules of people are about priorities and hours only.');
    return [];
  }
  const chosen = alternatives.every((one) => one.priorities !== null)
    ? alternatives.flatMap((one) => one.priorities ?? [])
    : null;
  const severities = severitiesOf(account, source, chosen);
  if (severities?.length === 0 || (steps.length === 0 && severities === null)) return [];
  return [{ displayName: displayName || null, severities, hours, steps }];
}

function severitiesOf(
  { severities }: Account,
  source: Source,
  chosen: readonly Priority[] | null,
): NonNullable<Rule['severities']> | null {
  if (chosen === null) return null;
  const found = severities.among([...new Set(chosen)]);
  if (!found.isExact)
    source.say(
      'approximated',
      `Is about ${[...new Set(chosen)].join(', ')} there, and here about all that becomes ` +
        `${found.severities?.join(' or ')}.`,
      'criteria',
    );
  return found.severities;
}

function hoursOf(source: Source): NonNullable<Rule['hours']> | null | 'unknown' {
  const windows = windowsIn(source);
  if (windows === null || windows === 'unknown') return windows;
  const parts = dayParts(windows);
  if (parts.length <= hoursMax)
    return parts.map(({ days, from, until }) => ({ selectedDays: days, from, until }));
  source.say('behaviour', `A rule has ${hoursMax} windows at most.`, 'timeRestriction');
  return 'unknown';
}

/** Minutes after which all begins again; 0 for never. */
function loopOf(repeat: Source | null): number {
  const minutes = Math.round(repeat?.number('loopAfter') ?? 0);
  return repeat?.flag('enabled') ? minutes : 0;
}

function stepsOf(source: Source, contacts: Contacts): Step[] {
  const repeat = source.at('repeat');
  const every = loopOf(repeat);
  const read = source.list('steps').flatMap((step): { source: Step; at: number }[] => {
    if (step.flag('enabled') === false) {
      step.say('lost', 'Switched off there, so it is left out.');
      return [];
    }
    const contact = step.at('contact');
    const found = contact && contacts.find(contact);
    const after = minutesOf(step.at('sendAfter'));
    if (!found || after === null) return [];
    if (after <= dayMinutes) return [{ source: { ...found, afterMinutes: after }, at: after }];
    step.say('behaviour', 'Messages are sent within a day of the alert.');
    return [];
  });
  if (read.length > stepsMax)
    source.say(
      'behaviour',
      `A rule has ${stepsMax} steps at most: later ones are left out.`,
      'steps',
    );
  if (repeat && every > 0)
    repeat.say(
      'approximated',
      'Each step is repeated by itself, 20 times and for a day at most; there all steps are, ' +
        'again and again.',
    );
  return read.slice(0, stepsMax).map(({ source: step, at }) => {
    const repeats = every > 0 ? Math.min(20, Math.floor((dayMinutes - at) / every)) : 0;
    return repeats > 0
      ? { ...step, repeats, repeatsEveryMinutes: Math.min(every, dayMinutes) }
      : step;
  });
}
