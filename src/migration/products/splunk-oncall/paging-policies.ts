import { isTimeZone } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { textUpTo } from '../../model/texts.ts';
import type { Channel, Contacts } from './contacts.ts';

type Rules = Required<Pick<Bodies['tocsin_user_notification_rules'], 'rules' | 'otherwise'>>;
type Rule = Rules['rules'][number];
type Step = Rule['steps'][number];
type Hours = NonNullable<Rule['hours']>;
type Day = NonNullable<Hours[number]['selectedDays']>[number];

const channels: Readonly<Record<string, Channel>> = {
  push: 'Push',
  email: 'Email',
  sms: 'SMS',
  phone: 'VoiceCall',
};
const weekdays: readonly (readonly [string, Day])[] = [
  ['monday', 'mon'],
  ['tuesday', 'tue'],
  ['wednesday', 'wed'],
  ['thursday', 'thu'],
  ['friday', 'fri'],
  ['saturday', 'sat'],
  ['sunday', 'sun'],
];
const minutesMax = 1440;
const stepsMax = 20;
const repeatsMax = 20;

interface Person {
  contacts: Contacts;
  /** In which the hours of rules are. */
  zone: string;
}

/** The zone of hours in which somebody is told otherwise; null: there are none. */
export function zoneOfRules(custom: readonly Source[]): string | null {
  const zones = custom.flatMap((policy) => policy.at('timeMask')?.text('timeZone') ?? []);
  return zones.find(isTimeZone) ?? null;
}

/** Custom paging policies count in their hours, the first of them that fits; else the primary one does. */
export function rulesOf(
  user: Source,
  primary: Source | null,
  custom: readonly Source[],
  person: Person,
): Rules {
  const ranked = custom
    .map((policy) => ({ policy, rank: policy.number('rank') ?? 0 }))
    .sort((one, other) => one.rank - other.rank);
  const rules = ranked.flatMap(({ policy }): Rule[] => {
    const hours = hoursOf(policy.at('timeMask'), person.zone);
    if (hours === null) {
      // The primary one is in this list, too, without hours.
      passOver(policy);
      return [];
    }
    const steps = stepsOf(policy, person.contacts);
    if (steps.length === 0) return [];
    return [{ displayName: textUpTo(255, policy, 'name'), hours, steps }];
  });
  const otherwise = primary ? stepsOf(primary, person.contacts) : [];
  if (rules.length > 0 && otherwise.length === 0)
    user.say(
      'behaviour',
      'Has no primary paging policy that can be kept: out of hours the notification settings decide.',
    );
  return { rules, otherwise: otherwise.length > 0 ? otherwise : null };
}

/** Each step says how long it is until the next one; the last one comes again and again until somebody acknowledges. */
function stepsOf(policy: Source, contacts: Contacts): Step[] {
  const found: Step[] = [];
  const ordered = inOrder(policy.list('steps'));
  let afterMinutes = 0;
  for (const [place, step] of ordered.entries()) {
    const minutes = Math.max(1, Math.round(step.number('timeout') ?? 1));
    const isLast = place === ordered.length - 1;
    const left = Math.floor((minutesMax - afterMinutes) / minutes);
    const repeats = Math.max(0, Math.min(repeatsMax, left));
    const before = found.length;
    for (const rule of inOrder(step.list('rules'))) {
      const channel = channels[rule.text('type') ?? ''];
      const contact = channel ? contacts.find(channel, rule.at('contact')) : null;
      rule.at('contact')?.text('type');
      if (!channel) rule.say('behaviour', 'Left out: not a way that is known.');
      else if (!contact) rule.say('behaviour', 'Left out: this person has no such contact.');
      else if (afterMinutes > minutesMax || found.length === stepsMax)
        rule.say('behaviour', `Left out: ${stepsMax} messages within a day at most.`);
      else
        found.push({
          ...{ channel, afterMinutes, ...(contact.contactId && contact) },
          ...(isLast && repeats > 0 && { repeats, repeatsEveryMinutes: minutes }),
        });
    }
    if (isLast && found.length > before)
      step.say(
        'approximated',
        repeats === 0
          ? 'Does not come again, as that would be after a day; there it does until somebody acknowledges.'
          : `Comes again ${repeats} times, within a day; there until somebody acknowledges.`,
        'timeout',
      );
    afterMinutes += minutes;
  }
  return found;
}

/** Reads what the primary policy says already. */
function passOver(policy: Source): void {
  policy.text('name');
  for (const step of inOrder(policy.list('steps'))) {
    step.number('timeout');
    for (const rule of inOrder(step.list('rules'))) {
      rule.text('type');
      rule.at('contact')?.whole('id');
      rule.at('contact')?.text('type');
    }
  }
}

function inOrder(sources: readonly Source[]): Source[] {
  return sources
    .map((source) => ({ source, index: source.number('index') ?? 0 }))
    .sort((one, other) => one.index - other.index)
    .map(({ source }) => source);
}

/** Null: at all times. */
function hoursOf(mask: Source | null, zone: string): Hours | null {
  if (mask === null) return null;
  const selectedDays = weekdays.filter(([day]) => mask.flag(day) === true).map(([, day]) => day);
  const [from, until] = ['startTime', 'endTime'].map(
    (member) => /^(?:[01]\d|2[0-3]):[0-5]\d/.exec(mask.text(member) ?? '')?.[0] ?? '00:00',
  );
  const own = mask.text('timeZone');
  const isAlways = selectedDays.length === 0 || selectedDays.length === weekdays.length;
  if (from === undefined || until === undefined || (isAlways && from === until)) return null;
  if (own && own !== zone)
    mask.say(
      'behaviour',
      `Hours of one person are in one time zone: these are read in ${zone}.`,
      'timeZone',
    );
  return [{ ...(isAlways ? {} : { selectedDays }), from, until }];
}
