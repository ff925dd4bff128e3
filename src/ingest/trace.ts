import type { TraceLine } from '../mapping/index.ts';
import type { Sentence } from '../sentences/index.ts';
import type { CompactTraceLine } from './model.ts';

/** A result in a stored trace is for reading, not for use: the value itself is in the incident. */
const resultCharactersMax = 200;

/** The limits for the traces of a payload of very many alerts: a document has 16 MB at most. */
const traceCharactersMax = 1024 * 1024;
const traceLinesMax = 10_000;

/** Text of the traces of a payload's alerts, one list each; the lists of the last of very many are empty. */
export function packTraces(traces: readonly (readonly TraceLine[])[]): string {
  const texts: string[] = [];
  let characters = 0;
  let lines = 0;
  for (const trace of traces) {
    const fits = characters <= traceCharactersMax && lines + trace.length <= traceLinesMax;
    const text = fits ? JSON.stringify(trace.map(packLine)) : '[]';
    characters += text.length;
    if (fits) lines += trace.length;
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

export function unpackTraces(text: string): TraceLine[][] {
  return (JSON.parse(text) as CompactTraceLine[][]).map((trace) => trace.map(unpackLine));
}

function packLine(line: TraceLine): CompactTraceLine {
  const { result } = line;
  const packed: CompactTraceLine = [
    line.attribute,
    line.step,
    line.evaluation,
    result === undefined || result.length <= resultCharactersMax
      ? (result ?? null)
      : `${result.slice(0, resultCharactersMax)}…`,
    line.reason ?? null,
  ];
  if (line.microseconds !== undefined || line.detail !== undefined)
    packed.push(line.microseconds === undefined ? null : Math.round(line.microseconds * 10) / 10);
  if (line.detail !== undefined) packed.push(line.detail);
  return packed;
}

function unpackLine(packed: CompactTraceLine): TraceLine {
  const [attribute, step, evaluation, result, reason, microseconds, detail] = packed;
  const line: TraceLine = {
    attribute: String(attribute),
    step: step as number | null,
    evaluation: evaluation as TraceLine['evaluation'],
  };
  if (typeof result === 'string') line.result = result;
  if (typeof reason === 'string') line.reason = reason as NonNullable<TraceLine['reason']>;
  if (typeof microseconds === 'number') line.microseconds = microseconds;
  if (isSentence(detail)) line.detail = detail;
  return line;
}

function isSentence(detail: CompactTraceLine[number] | undefined): detail is Sentence {
  return typeof detail === 'object' && detail !== null;
}
