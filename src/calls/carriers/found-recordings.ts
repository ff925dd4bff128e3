import { isObject } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import type { ReportedRecording } from '../call-event.ts';
import type { ApiAnswer } from './api-request.ts';
import type { FoundRecording } from './carrier.ts';

type Listed = Record<string, unknown>;

/** Nothing is to come of these. */
const empty = new Set(['absent', 'deleted', 'failed']);

/**
 * The longest recording of a list, in `recordings` as Twilio has it, or in `data`. `urlOf` says where its sound is;
 * only those count that `isOf` the call.
 */
export function longestOf(
  answer: ApiAnswer,
  urlOf: (one: Listed) => string | null,
  isOf: (one: Listed) => boolean = () => true,
): FoundRecording {
  if (answer.outcome !== 'answered')
    return answer.isMissing
      ? { outcome: 'none' }
      : { outcome: answer.outcome, error: answer.error };
  const { recordings, data } = answer.members;
  const listed: unknown = recordings ?? data;
  const ofCall = (Array.isArray(listed) ? listed : [])
    .filter(isObject)
    .filter((one) => isOf(one) && !empty.has(String(one.status)));
  const done = ofCall
    .filter(({ status }) => status === 'completed')
    .flatMap((one): ReportedRecording[] => {
      const [id, url] = [String(one.sid ?? one.id ?? ''), urlOf(one)];
      return /^[\w-]+$/.test(id) && url !== null
        ? [{ id, url, durationSeconds: secondsOf(one) }]
        : [];
    });
  const [longest] = done.toSorted((a, b) => (b.durationSeconds ?? 0) - (a.durationSeconds ?? 0));
  if (longest) return { outcome: 'found', recording: longest };
  return ofCall.length === 0
    ? { outcome: 'none' }
    : { outcome: 'retry', error: say('recordingInTheMaking') };
}

function secondsOf({ duration, duration_millis: milliseconds }: Listed): number | null {
  const seconds =
    milliseconds === undefined ? Number(duration ?? Number.NaN) : Number(milliseconds) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds) : null;
}
