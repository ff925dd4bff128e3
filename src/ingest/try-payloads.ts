import { bodyToPayload, type WrappedPayload } from '../bodies/index.ts';
import { ownCpuSeconds } from '../kernel/index.ts';
import { type AlertEvaluation, evaluatePayload, setAside } from './evaluate.ts';
import { trialAlertsMax, trialsSecondsMax } from './limits.ts';
import type { ReadingTools, Trial, Trials, TrialsTask, TriedAlert } from './reading.ts';

/**
 * Evaluates stored payloads by two mappings, the newest first, until there are enough of them: within the time that the
 * thread has for one task, and within what may be decided afterwards where requests are answered.
 */
export async function tryPayloads(
  { payloads, type, before, after, displayName, splitsAlerts }: TrialsTask,
  { programs, findPrevious }: ReadingTools,
): Promise<Trials> {
  const rulesOf = ({ mapping, mappingKey }: TrialsTask['before']) => {
    const program = programs.get(mappingKey, () => mapping);
    return { type, program, displayName, splitsAlerts };
  };
  const [present, tried] = [rulesOf(before), rulesOf(after)];
  const end = ownCpuSeconds() + trialsSecondsMax;
  const trials: Trial[] = [];
  let alerts = 0;
  for (const { raw, setAside: reason } of payloads) {
    if (ownCpuSeconds() > end) return { kind: 'trials', trials, stoppedBy: 'time' };
    const wrapped = await bodyToPayload(raw);
    const evaluate = async (rules: typeof present, own: WrappedPayload) =>
      reason === null
        ? evaluatePayload(rules, own, findPrevious, raw.body.length)
        : setAside(reason);
    const trial = toTrial(await evaluate(present, wrapped), await evaluate(tried, wrapped));
    alerts += Math.max(trial.before.length, trial.after.length);
    if (alerts > trialAlertsMax && trials.length > 0)
      return { kind: 'trials', trials, stoppedBy: 'alerts' };
    trials.push(trial);
  }
  return { kind: 'trials', trials, stoppedBy: null };
}

function toTrial(before: readonly AlertEvaluation[], after: readonly AlertEvaluation[]): Trial {
  return {
    before: before.map(toTried),
    after: after.map(toTried),
    changedAttributes: changedBetween(before, after),
  };
}

function toTried({ attributes: _, trace: __, ...rest }: AlertEvaluation): TriedAlert {
  return rest;
}

const namesMax = 100;

/** Names, each once, of attributes that one alert has with another value before than after. */
function changedBetween(
  before: readonly AlertEvaluation[],
  after: readonly AlertEvaluation[],
): string[] {
  const changed = new Set<string>();
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [old, young] = [valuesOf(before[at]), valuesOf(after[at])];
    for (const name of new Set([...old.keys(), ...young.keys()]))
      if (old.get(name) !== young.get(name)) changed.add(name);
    if (changed.size >= namesMax) break;
  }
  return [...changed].slice(0, namesMax);
}

/** Several attributes may have one name. */
function valuesOf(evaluation: AlertEvaluation | undefined): Map<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of evaluation?.attributes ?? [])
    values.set(name, `${values.get(name) ?? ''}\n${value}`);
  return values;
}
