import type { RawBody } from '../bodies/index.ts';
import { hereMilliseconds, smallBodyBytesMax } from './limits.ts';
import type { ReadingTask } from './reading.ts';

/**
 * The cost of reading a body on a slow core, in microseconds; measured, and rounded up. Mappings count their own
 * steps.
 */
const microseconds = {
  byte: 0.02,
  /**
   * A number that keeps its digits: read by our own code, looked at and printed again. Other values take a quarter of
   * it.
   */
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

/**
 * Takes reading it longer than anybody else may wait for it? Looks at each byte of it at most once, which costs far
 * less.
 */
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
  const each = microseconds;
  return (
    body.length * each.byte +
    values * each.value +
    names * each.name +
    items * stepsPerAlert * each.step
  );
}

/**
 * Counts the marks that may be a value, a name of an object or an object of a list, in JSON, forms and XML alike.
 * Marks within texts count, too: a body that seems to cost more than it does is read in a thread for nothing, but one
 * that costs more than it seems would delay everybody.
 */
function countMarks(body: Uint8Array): { values: number; names: number; items: number } {
  let values = 1;
  let names = 0;
  let items = 1;
  // By index: the loop of `for…of` takes five times as long.
  for (let at = 0; at < body.length; at += 1) {
    const mark = marks[body[at] ?? 0];
    if (mark === none) continue;
    if (mark === name) {
      const before = body[at - 1] ?? 0;
      if (before === quote || before <= 0x20) names += 1;
    } else {
      values += 1;
      if (mark === object && beforeItems.has(latestBefore(body, at))) items += 1;
    }
  }
  return { values, names, items };
}

/** The byte before this place that is no blank; 0 where only blanks are. */
function latestBefore(body: Uint8Array, place: number): number {
  for (let at = place - 1; at >= 0 && place - at <= blanksMax; at -= 1) {
    const unit = body[at] ?? 0;
    if (unit > 0x20) return unit;
  }
  return 0;
}

/** Nobody writes more of them in one place, except to have them looked through again and again. */
const blanksMax = 1000;
const quote = '"'.charCodeAt(0);
/** A comma, and what opens a list. */
const beforeItems: ReadonlySet<number> = new Set([0x2c, 0x5b]);
const [none, value, object, name] = [0, 1, 2, 3];
const marks = new Uint8Array(256).fill(none);
for (const [text, mark] of [
  [',[&<', value],
  ['{', object],
  [':', name],
] as const)
  for (const character of text) marks[character.charCodeAt(0)] = mark;
