import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { secondsOf } from './seconds.ts';

type Rules = Required<Pick<Bodies['tocsin_user_notification_rules'], 'rules' | 'otherwise'>>;
type Step = Rules['rules'][number]['steps'][number];

const channels: Readonly<Record<string, Step['channel']>> = {
  notify_by_email: 'Email',
  notify_by_sms: 'SMS',
  notify_by_phone_call: 'VoiceCall',
  notify_by_mobile_app: 'Push',
  notify_by_mobile_app_critical: 'Push',
};

const chats = new Set(['notify_by_slack', 'notify_by_telegram', 'notify_by_msteams']);

const minutesMax = 1440;
const stepsMax = 20;

/** Important steps tell people by one list, all others by the other one. Null: there is nothing that can be kept. */
export function notificationRulesOf(person: Source, sources: readonly Source[]): Rules | null {
  const isImportant = (source: Source) => source.flag('important') === true;
  const important = stepsOf(sources.filter(isImportant));
  const others = stepsOf(sources.filter((source) => !isImportant(source)));
  if (important.length === 0 && others.length === 0) return null;
  if (important.length === 0)
    person.say('behaviour', 'Has no way for important alerts: they are told as all others are.');
  if (others.length === 0)
    person.say(
      'behaviour',
      'Has no way for alerts that are not important: the notification settings decide about them.',
    );
  return {
    rules:
      important.length === 0
        ? []
        : [{ displayName: 'Important', urgencies: ['High'], steps: important }],
    otherwise: others.length === 0 ? null : others,
  };
}

/** Waits come before what they delay; here each message says when it is sent. */
function stepsOf(sources: readonly Source[]): Step[] {
  const ordered = sources
    .map((source) => ({ source, position: source.number('position') ?? 0 }))
    .sort((one, other) => one.position - other.position);
  const steps: Step[] = [];
  let seconds = 0;
  for (const { source } of ordered) {
    const type = source.text('type') ?? '';
    if (type === 'wait') {
      seconds += secondsOf(source);
      continue;
    }
    const channel = channels[type];
    const afterMinutes = Math.round(seconds / 60);
    if (chats.has(type))
      source.say('behaviour', 'Left out: people are not told in chats; a tool of the team can be.');
    else if (!channel) source.say('behaviour', 'Left out: not a way that is known.', 'type');
    else if (afterMinutes > minutesMax || steps.length === stepsMax)
      source.say('behaviour', `Left out: ${stepsMax} messages within a day at most.`);
    else steps.push({ channel, afterMinutes });
  }
  return steps;
}
