import type { components } from '../../../openapi/types/public-v1.generated.ts';
import type { Channel } from '../../parts/channels.ts';
import { type Settings, type Severity, severities, stepsOf } from './settings.ts';

export type RulesInput = components['schemas']['UserNotificationRulesInput'];
type Step = components['schemas']['NotificationStep'];

/** Rules begin as what notification settings do already: with a rule for each severity that is told otherwise. */
export function rulesOfSettings(settings: Settings, chats: readonly Channel[] = []): RulesInput {
  const critical = sentBy(settings, 'Critical', chats);
  // There must be something to send, so it is the gentlest.
  const otherwise = critical.length > 0 ? critical : [{ channel: 'Email' as const, ...once(0) }];
  const groups = Map.groupBy(severities, (severity) =>
    JSON.stringify(sentBy(settings, severity, chats)),
  );
  const rules = [...groups]
    .filter(([steps]) => steps !== JSON.stringify(otherwise))
    .map(([steps, of]) => ({ severities: of, steps: JSON.parse(steps) as Step[] }));
  return { rules, otherwise, quietHours: null };
}

function sentBy(settings: Settings, severity: Severity, chats: readonly Channel[]): Step[] {
  // Whatever reaches the person by now: what is missing may come.
  const reach = { hasDevice: true, hasPhone: true, chats };
  return stepsOf(settings, severity, reach).flatMap(({ minutes, channels }) =>
    channels.map((channel) => ({ channel, ...once(minutes) })),
  );
}

function once(afterMinutes: number) {
  return { afterMinutes, repeats: null, repeatsEveryMinutes: null };
}
