import type { ChannelState } from './channel-state.ts';
import { traitsOf } from './lanes.ts';

/**
 * How and when a failure ended: a message or a look went through, or nothing was sent for so long that nobody knows.
 */
export interface Over {
  end: 'tried' | 'forgotten';
  at: Date;
}

/** The text for administrators when a channel fails, and when it works again. Pure. */
export function wordsOf(
  { _id: lane, downSince, reason }: Pick<ChannelState, '_id' | 'downSince' | 'reason'>,
  over: Over | null,
) {
  const since = downSince ?? new Date(0);
  const name = traitsOf(lane).title;
  const moment = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  if (!over)
    return {
      at: since,
      key: `fails ${lane} ${since.getTime()}`,
      title: `Tocsin: ${name} cannot be sent`,
      body: `Nothing arrives since ${moment(since)}, whoever it is for: ${reason} Whoever has another channel is told by that meanwhile.`,
    };
  if (over.end === 'forgotten')
    return {
      at: over.at,
      key: `forgotten ${lane} ${since.getTime()}`,
      title: `Tocsin: nobody knows whether ${name} can be sent`,
      body: `Nothing arrived since ${moment(since)}, and for an hour nothing was to be sent that would show whether that is so. The next message shows it.`,
    };
  return {
    at: over.at,
    key: `works again ${lane} ${since.getTime()}`,
    title: `Tocsin: ${name} can be sent again`,
    body: `Nothing arrived since ${moment(since)}. What still waits is being sent.`,
  };
}
