import type { components } from '../../../openapi/types/public-v1.generated.ts';

type Told = Pick<
  components['schemas']['IncidentNotification'],
  'status' | 'attempts' | 'becauseSentence'
>;

/** How the test ended; `instead`: nobody on call was reached, and others were told of it. */
export type Outcome = 'arrived' | 'sent' | 'instead' | 'waits' | 'tried' | 'nobody';

/** By the best that came of it: somebody on call who is told is enough. Pure. */
export function outcomeOf(notifications: readonly Told[], isLate: boolean): Outcome {
  const good = notifications.filter(({ status }) => status in reached);
  const toThoseOnCall = good.filter(({ becauseSentence }) => !isInstead(becauseSentence));
  if (toThoseOnCall.some(({ status }) => reached[status] === 'arrived')) return 'arrived';
  if (toThoseOnCall.length > 0) return 'sent';
  if (good.length > 0) return 'instead';
  const waiting = notifications.filter(({ status }) => status === 'Queued');
  const isNew = waiting.some(({ attempts }) => attempts.length === 0);
  if (isNew || (notifications.length === 0 && !isLate)) return 'waits';
  return waiting.length > 0 ? 'tried' : 'nobody';
}

const reached: Partial<Record<Told['status'], 'arrived' | 'sent'>> = {
  Delivered: 'arrived',
  Answered: 'arrived',
  Sent: 'sent',
  PerhapsSent: 'sent',
};

/** Administrators and Owners, when nobody on call is reached. */
function isInstead({ code }: Told['becauseSentence']): boolean {
  return code === 'nobodyReachedIn';
}
