import { crc32 } from 'node:zlib';
import { bodyToPayload } from '../bodies/index.ts';
import type { World } from '../kernel/index.ts';
import { compileMapping, type TraceLine } from '../mapping/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { mayHoldSecrets } from './body-secrets.ts';
import { type AlertEvaluation, evaluatePayload } from './evaluate.ts';
import type { Decision, PayloadDocument } from './model.ts';
import { type Received, rawBodyOf } from './received.ts';
import { rulesOfRevision } from './revisions.ts';
import { packTraces, unpackTraces } from './trace.ts';

/** Alerts of a payload that are evaluated again to be shown. */
const alertsMax = 100;

/** They depend on how much stack there is, or on limits that a later version may draw elsewhere. */
const uncertainReasons: ReadonlySet<TraceLine['reason']> = new Set([
  'budget',
  'regex-budget',
  'too-large',
]);

/**
 * Whether evaluating the stored body again shows what was shown now, so that the trace, half of most payloads, need not
 * be stored. Not where it depended on an incident, a time limit or another thread, nor where the body is not stored as
 * it came.
 */
export function canBeShownAgain(
  { view, evaluations: before }: Pick<Received, 'view' | 'evaluations'>,
  evaluations: readonly AlertEvaluation[],
): boolean {
  // A thread read the payload, or its request may hold secrets that no mapping gets to see.
  if (before !== undefined) return false;
  if (view.program.usesPreviousIncident || mayHoldSecrets(view.type)) return false;
  if (evaluations.length > alertsMax) return false;
  return evaluations.every(
    ({ setAside, trace }) =>
      setAside === undefined &&
      trace.every(({ reason }) => reason === undefined || !uncertainReasons.has(reason)),
  );
}

/** Eight digits that differ when a later version of the server evaluates the payload to something else. */
export function checkOf(evaluations: readonly AlertEvaluation[]): string {
  let text = '';
  for (const { outcome, correlationId, groupingKey, attributes } of evaluations) {
    text += `${outcome}\n${correlationId}\n${groupingKey}\n`;
    for (const { name, value } of attributes) text += `${name}\n${value}\n`;
  }
  return crc32(text).toString(16).padStart(checkLength, '0');
}

const checkLength = 8;

/** The effect of each mapping step on a payload, and the remarks about it. */
interface ShownTrace {
  /** One list per alert. */
  traces: TraceLine[][];
  /** Absent where the trace is exactly what happened. */
  note?: Decision;
}

/** The only reader of traces: as stored, or made anew from the body and the mapping of that time. */
export async function traceOf(
  world: Pick<World, 'store'>,
  payload: PayloadDocument,
): Promise<ShownTrace> {
  if (payload.trace !== undefined) return { traces: unpackTraces(payload.trace) };
  const { revision = '' } = payload;
  const rules = await rulesOfRevision(world, revision.slice(0, -checkLength));
  const compiled = rules ? compileMapping(rules.mapping) : null;
  if (!rules || !compiled?.ok) return { traces: [], note: note(say('traceMappingNotKept')) };
  const raw = rawBodyOf(payload);
  const evaluations = await evaluatePayload(
    {
      type: { ...plainType, preParser: rules.preParser, split: rules.split },
      program: compiled.program,
      displayName: '',
      splitsAlerts: rules.split !== null,
    },
    await bodyToPayload(raw),
    async () => null,
    raw.body.length,
  );
  const traces = unpackTraces(packTraces(evaluations.map(({ trace }) => trace.map(withoutTime))));
  return revision.endsWith(checkOf(evaluations))
    ? { traces }
    : { traces, note: note(say('traceOfThisVersion')) };
}

/** The time that it takes now is not the time it took then, and would make each answer about one payload another. */
function withoutTime({ microseconds: _, ...line }: TraceLine): TraceLine {
  return line;
}

/** The settings about requests that no mapping gets to see, and about the work after the mapping. */
const plainType = {
  displayName: '',
  handshake: null,
  acceptsEmpty: true,
  followUp: null,
  keepsSeverity: null,
};

function note(result: Sentence): Decision {
  return { step: 'trace', result };
}
