import { within } from '../kernel/index.ts';
import { LateError } from './apply-event.ts';
import { type ReceivedRequest, waitsForInstructions } from './calls.ts';

/** For how long the carrier of a request waits. */
export interface Patience {
  /** Whether an answer that is made now is heard. A report counts whenever it is noted. */
  isAwaited(): boolean;
  /** Rejects with `LateError` when it takes longer; the work goes on. */
  inTime<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Counted from when the request reached the server: what waits in front of its handler is part of it. */
export function patienceFor(
  { step, arrivedAt, isGone }: Pick<ReceivedRequest, 'step' | 'arrivedAt' | 'isGone'>,
  milliseconds: number,
): Patience {
  const remaining = () => arrivedAt + milliseconds - performance.now();
  const waits = waitsForInstructions(step);
  // Nobody hears the answer to a report, and it is sent again unless it is noted.
  const patience = () => (waits ? Math.max(0, remaining()) : milliseconds);
  return {
    isAwaited: () => !waits || (remaining() > 0 && !isGone()),
    async inTime(work) {
      if (waits && remaining() <= 0) throw new LateError();
      return within(patience(), work(), () => {
        throw new LateError();
      });
    },
  };
}
