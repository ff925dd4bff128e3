import type { RawBody } from '../bodies/index.ts';
import { hereMilliseconds, smallBodyBytesMax } from './limits.ts';
import type { ReadingTask } from './reading.ts';

/** What reading a body costs on a slow core, in microseconds; measured, and rounded up. Mappings count their own steps. */
const microseconds = {
  byte: 0.02,
  /** A number that keeps its digits: read by our own code, looked at and printed again. Other values take a quarter of it. */
  value: 2.3,
  /** In addition, a name that no other object has. */
  name: 1.5,
  /** Each step of a mapping on each alert. */
  step: 2.5,
} as const;

/** An integration that makes an incident of each alert evaluates them one by one. */
export interface Splitting {
  splitsAlerts: boolean;
  /** `steps`: that one evaluation runs at most. */
  program: { steps: number };
}

/** Takes reading it longer than anybody else may wait for it? Looks at each byte of it at most once, which costs far less. */
export function isCostly({ body }: Pick<RawBody, 'body'>, splitting?: Splitting): boolean {
  if (body.length > smallBodyBytesMax) return true;
  const steps = splitting?.splitsAlerts ? splitting.program.steps : 0;
  // Whatever is in it.
  if (steps === 0 && body.length * worstPerByte <= hereMilliseconds * 1000) return false;
  return microsecondsOf(body, steps) > hereMilliseconds * 1000;
}

/** Numbers with a fraction, and names of a few letters. */
const worstPerByte = 0.62;

/** Seconds of processor that a task is expected to take in a thread. */
export function secondsOf(task: ReadingTask): number {
  switch (task.kind) {
    case 'views':
      return task.raws.reduce((sum, { body }) => sum + secondsOfBody(body), 0);
    case 'trials':
      return task.payloads.reduce((sum, { raw }) => sum + secondsOfBody(raw.body), 0);
    case 'payload': {
      const { source } = task;
      if (source.kind === 'webhook') return secondsOfBody(source.raw.body);
      return secondsOfBody(source.kind === 'protocol' ? source.request.body : source.body);
    }
  }
}

/** By its beginning: most bodies are of one kind throughout. */
function secondsOfBody(body: Uint8Array): number {
  const start = body.subarray(0, smallBodyBytesMax);
  return (microsecondsOf(start, 0) * (body.length / Math.max(start.length, 1))) / 1e6;
}

function microsecondsOf(body: Uint8Array, stepsPerAlert: number): number {
  const { values, names, items } = countMarks(body);
  const { byte, value, name, step } = microseconds;
  return body.length * byte + values * value + names * name + items * stepsPerAlert * step;
}

/**
 * What may be a value, a name of an object or an object of a list, in JSON, forms and XML alike. Also counts what stands in texts: a body
 * that seems to cost more is read in a thread for nothing, and one that costs more than it seems would be in everybody's way.
 */
function countMarks(body: Uint8Array): { values: number; names: number; items: number } {
  let values = 1;
  let names = 0;
  let items = 1;
  /** The latest byte that is no blank. */
  let last = 0;
  for (const unit of body) {
    if (unit <= 0x20) continue;
    values += beginnings[unit] ?? 0;
    if (unit === colon && last === quote) names += 1;
    else if (unit === openObject && (last === comma || last === openList)) items += 1;
    last = unit;
  }
  return { values, names, items };
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openList = 0x5b;
const openObject = 0x7b;
const beginnings = new Uint8Array(256);
for (const mark of ',[{&<') beginnings[mark.charCodeAt(0)] = 1;
