import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { type Contacts, channelOf, type Reached } from './contacts.ts';

type Rule = NonNullable<Bodies['tocsin_user_notification_rules']['rules']>[number];
type Step = Rule['steps'][number];

const stepsMax = 20;
const longestDelay = 1440;
const urgencies = { high: 'High', low: 'Low' } as const;

/** A rule for each urgency: without one the settings of the user would decide, which PagerDuty does not have. */
export function notificationRulesOf(user: Source, contacts: Contacts): Rule[] {
  const steps = { high: new Map<string, Step>(), low: new Map<string, Step>() };
  const rules = user.list('notification_rules');
  for (const rule of rules) {
    const urgency = rule.text('urgency');
    const delay = rule.number('start_delay_in_minutes') ?? 0;
    const reached = reachedBy(rule, contacts);
    if (urgency !== 'high' && urgency !== 'low')
      rule.say('behaviour', 'not brought: no urgency that is known', 'urgency');
    else if (reached) addStep(steps[urgency], rule, reached, delay);
  }
  if (rules.length === 0) {
    user.say(
      'behaviour',
      'no notification rules were read: alerts follow the settings of the person in Tocsin',
    );
    return [];
  }
  return (['high', 'low'] as const).map((urgency): Rule => {
    const own = [...steps[urgency].values()].sort((a, b) => a.afterMinutes - b.afterMinutes);
    const isEmpty = own.length === 0;
    return {
      displayName: urgency === 'high' ? 'High urgency' : 'Low urgency',
      urgencies: [urgencies[urgency]],
      // Only a rule that names severities may send nothing.
      ...(isEmpty && { severities: ['Minor', 'Warning', 'Critical'] }),
      steps: own,
    };
  });
}

function addStep(
  steps: Map<string, Step>,
  rule: Source,
  { channel, contactId }: Reached,
  delay: number,
): void {
  const afterMinutes = Math.min(longestDelay, Math.max(0, Math.round(delay)));
  if (afterMinutes !== delay)
    rule.say('behaviour', `sent after ${afterMinutes} minutes`, 'start_delay_in_minutes');
  const key = `${channel} ${contactId} ${afterMinutes}`;
  if (steps.has(key)) return;
  if (steps.size === stepsMax)
    rule.say('behaviour', `not brought: more than ${stepsMax} messages of an alert`);
  else steps.set(key, { channel, afterMinutes, ...(contactId !== null && { contactId }) });
}

function reachedBy(rule: Source, { reached }: Contacts): Reached | null {
  const method = rule.at('contact_method');
  const id = method?.text('id') ?? null;
  const channel = channelOf(method?.text('type') ?? null);
  const known = reached.get(id ?? '');
  if (known) return known;
  if (known === undefined && channel !== null && method !== null) {
    method.say('behaviour', 'not among the contact methods: the own address of the person is used');
    return { channel, contactId: null };
  }
  rule.say('behaviour', 'sends nothing: its contact method cannot be reached', 'contact_method');
  return null;
}
