import { type Finding, ok, problem, warning } from './finding.ts';

const skewSecondsEnough = 2;
/** Signatures of several tools are accepted for five minutes only. */
const skewSecondsMax = 60;

/** This machine's clock beside that of `source`, whose time has steps of so many seconds. */
export function checkSkew(
  source: string,
  theirs: Date,
  stepSeconds: number,
  now = new Date(),
): Finding {
  const skew = (now.getTime() - theirs.getTime()) / 1000;
  const seconds = Math.max(0, Math.abs(skew) - stepSeconds);
  const text =
    seconds < skewSecondsEnough
      ? `Agrees with ${source}.`
      : `${Math.round(Math.abs(skew))} s ${skew > 0 ? 'ahead of' : 'behind'} ${source}.`;
  const advice =
    'Synchronise the clocks (NTP): signatures, snoozes and escalations depend on them.';
  if (seconds >= skewSecondsMax) return problem('Clock', text, advice);
  return seconds >= skewSecondsEnough ? warning('Clock', text, advice) : ok('Clock', text);
}
