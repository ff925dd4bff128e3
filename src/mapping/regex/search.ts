import type { CharSet } from './char-set.ts';
import { meter, noMatch, outOfSteps, run, scanShift } from './machine.ts';
import type { Program } from './program.ts';
import { runForward } from './scan.ts';

const lineFeed = 0x0a;

/** Where the last search that found something started; its end is the answer of `search`. */
export const found = { start: 0 };

/**
 * Looks for the first match at or after `from` (before it, for a right-to-left program). Returns where it ends,
 * `noMatch` or `outOfSteps`; uses and updates `meter`. `searchStart` is the place of `\G`.
 */
export function search(program: Program, input: string, from: number, searchStart: number): number {
  if (program.rightToLeft) return searchBack(program, input, from, searchStart);
  const { hints } = program;
  const last = input.length - hints.lengthMin;
  for (const text of hints.required) if (!holds(input, text, from)) return noMatch;
  let start = from;
  for (;;) {
    start = candidate(program, input, start, last, searchStart);
    if (meter.steps <= 0) return outOfSteps;
    if (start < 0 || start > last) return noMatch;
    const end = run(program, input, start, searchStart);
    if (end !== noMatch) {
      found.start = start;
      return end;
    }
    start = afterFailure(program, input, start);
  }
}

function searchBack(program: Program, input: string, from: number, searchStart: number): number {
  for (let start = from; start >= program.hints.lengthMin; start--) {
    const end = run(program, input, start, searchStart);
    if (end !== noMatch) {
      found.start = start;
      return end;
    }
  }
  return noMatch;
}

function holds(input: string, text: string, from: number): boolean {
  const at = input.indexOf(text, from);
  meter.steps -= ((at === -1 ? input.length : at) - from) >> scanShift;
  return at !== -1;
}

/** The next place a match can start, `from` included; -1 if there is none. */
function candidate(
  { hints }: Program,
  input: string,
  from: number,
  last: number,
  searchStart: number,
): number {
  let start = from;
  if (hints.anchor === 'start') start = from === 0 ? 0 : -1;
  else if (hints.anchor === 'search-start') start = from <= searchStart ? searchStart : -1;
  else if (hints.anchor === 'line-start') {
    if (from > 0 && input.charCodeAt(from - 1) !== lineFeed) {
      const lineEnd = input.indexOf('\n', from);
      start = lineEnd === -1 ? -1 : lineEnd + 1;
    }
  } else if (hints.prefix !== '') start = input.indexOf(hints.prefix, from);
  else if (hints.firstTable) start = skipOthers(input, from, last, hints.firstTable, hints.first);
  meter.steps -= ((start === -1 ? input.length : start) - from) >> scanShift;
  return start;
}

function skipOthers(
  input: string,
  from: number,
  last: number,
  firstTable: Uint8Array,
  first: readonly CharSet[] = [],
): number {
  for (let start = from; start <= last; start++) {
    const unit = input.charCodeAt(start);
    if (unit < 0x100) {
      if (firstTable[unit] === 1) return start;
    } else if (first.some((set) => set.has(unit))) return start;
  }
  return -1;
}

/** The next place worth trying after a failure at `start`. */
function afterFailure({ hints, sets }: Program, input: string, start: number): number {
  const { leadingRepeat } = hints;
  if (!leadingRepeat) return start + 1;
  // From a later place in the same run the repeat can end nowhere it could not end before.
  const { kind, argument, min } = leadingRepeat;
  const runEnd = runForward(input, start, input.length, kind, argument, sets);
  meter.steps -= (runEnd - start) >> scanShift;
  const next = runEnd - start < min ? runEnd : runEnd - min + 1;
  return next > start ? next : start + 1;
}
