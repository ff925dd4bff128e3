import { type Sentence, say, words, zonedMoment } from '../sentences/index.ts';
import type { ChannelState } from './channel-state.ts';
import { traitsOf } from './lanes.ts';

/**
 * How and when a failure ended: a message or a look went through, or nothing was sent for so long that nobody knows.
 */
export interface Over {
  end: 'tried' | 'forgotten';
  at: Date;
}

/** The words for administrators when a channel fails, and when it works again. Pure. */
export function wordsOf(
  {
    _id: lane,
    downSince,
    reason,
    reasonSentence,
  }: Pick<ChannelState, '_id' | 'downSince' | 'reason' | 'reasonSentence'>,
  over: Over | null,
): { at: Date; key: string; title: Sentence; body: Sentence } {
  const began = downSince ?? new Date(0);
  const channel = traitsOf(lane).title;
  const since = zonedMoment(began.getTime(), 'UTC');
  if (!over)
    return {
      at: began,
      key: `fails ${lane} ${began.getTime()}`,
      title: say('channelFailsTitle', { channel }),
      body: say('channelFailsBody', { since, reason: reasonSentence ?? words(reason) }),
    };
  if (over.end === 'forgotten')
    return {
      at: over.at,
      key: `forgotten ${lane} ${began.getTime()}`,
      title: say('channelUnknownTitle', { channel }),
      body: say('channelUnknownBody', { since }),
    };
  return {
    at: over.at,
    key: `works again ${lane} ${began.getTime()}`,
    title: say('channelWorksTitle', { channel }),
    body: say('channelWorksBody', { since }),
  };
}
