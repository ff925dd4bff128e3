import type { CharSet } from './char-set.ts';
import { op, type Program, repeatSize } from './program.ts';
import { hasUnit, isBoundary, runBack, runForward, sameText } from './scan.ts';

/**
 * The backtracking machine. One run tries one starting position. Everything that must be undone on the way back is
 * in two arrays: `stack` holds choice points of four numbers (address, position, height of the trail, extra), `trail`
 * holds overwritten registers. There is no recursion: a look-around or atomic group only remembers the height of the
 * stack and cuts it back when it is done.
 *
 * A negative address is the complement of a repeat instruction that may give back (or take) one more unit; `extra` is
 * then how far it may go.
 *
 * One long function on purpose: position, stack and steps are local variables, which V8 keeps in registers. In
 * fields of an object, where functions per instruction could share them, each would be read from memory and written
 * back at every step.
 *
 * Not re-entrant, and need not be: a run never calls out.
 *
 * The casts in `run` say what the compiler of programs guarantees: every address, register and set number is in range.
 * Checking them again would be paid for at every step.
 */

export const noMatch = -1;
export const outOfSteps = -2;

/** One unit of work in a scan of plain characters costs this part of a step. */
export const scanShift = 4;

const frame = 4;
/** Every program begins with an instruction that fails. */
const failAt = 0;
/** 32 MB of choice points; more counts as a spent budget. */
const stackMax = 1 << 23;
/** Arrays grown beyond this are not kept for the next match. */
const keptMax = 1 << 16;
const captureSize = 3;

const initial = () => ({
  stack: new Int32Array(1 << 10),
  trail: new Int32Array(1 << 10),
  captures: new Int32Array(1 << 8),
  registers: new Int32Array(1 << 8),
});

const memory = initial();

/** The rest of the step budget while a search runs; set before the first `run`, read after the last. */
export const meter = { steps: 0 };

/** The captures of the last successful run: for each group slot a list of start and length, oldest first. */
export function readCaptures(program: Program): number[][] {
  const { captures, registers } = memory;
  return program.groups.list.map((_, slot) => {
    const list: number[] = [];
    for (let at = registers[slot] ?? -1; at >= 0; at = captures[at] ?? -1) {
      const start = captures[at + 1] ?? 0;
      list.push((captures[at + 2] ?? 0) - start, start);
    }
    return list.reverse();
  });
}

/** Gives large arrays back after a match that needed them. */
export function releaseMemory(): void {
  if (memory.stack.length + memory.trail.length + memory.captures.length > keptMax) {
    Object.assign(memory, initial());
  }
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Tries a match that starts at `start`. Returns where it ends, `noMatch` or `outOfSteps`. */
export function run(program: Program, input: string, start: number, searchStart: number): number {
  const { code, sets } = program;
  const groupCount = program.groups.list.length;
  const length = input.length;
  if (memory.registers.length < program.registers) {
    memory.registers = new Int32Array(program.registers * 2);
  }
  const registers = memory.registers;
  registers.fill(-1, 0, program.registers);
  let { stack, trail, captures } = memory;
  let stackTop = 0;
  let trailTop = 0;
  let captureTop = 0;
  let steps = meter.steps - (program.registers >> scanShift);
  let at = program.entry;
  let position = start;

  for (;;) {
    if (--steps < 0) {
      meter.steps = 0;
      return outOfSteps;
    }
    // Reserve for the widest single instruction: one choice point, three registers.
    if (stackTop + frame > stack.length) {
      if (stack.length >= stackMax) {
        meter.steps = 0;
        return outOfSteps;
      }
      stack = memory.stack = grown(stack);
    }
    if (trailTop + 6 > trail.length) trail = memory.trail = grown(trail);

    const a = code[at + 1] as number;
    switch (code[at]) {
      case op.unit:
        if (position < length && input.charCodeAt(position) === a) {
          position++;
          at += 2;
          continue;
        }
        break;
      case op.text: {
        if (position + a > length) break;
        let index = 0;
        while (index < a && input.charCodeAt(position + index) === code[at + 2 + index]) index++;
        steps -= index >> scanShift;
        if (index < a) break;
        position += a;
        at += 2 + a;
        continue;
      }
      case op.set:
        if (position < length && hasUnit(sets[a] as CharSet, input.charCodeAt(position))) {
          position++;
          at += 2;
          continue;
        }
        break;
      case op.greedy:
      case op.atomic: {
        const most = limitOf(code[at + 4] as number, length - position);
        const end = runForward(input, position, position + most, a, code[at + 2] as number, sets);
        steps -= (end - position) >> scanShift;
        const least = position + (code[at + 3] as number);
        if (end < least) break;
        if (end > least && code[at] === op.greedy) {
          stack[stackTop] = ~at;
          stack[stackTop + 1] = end;
          stack[stackTop + 2] = trailTop;
          stack[stackTop + 3] = least;
          stackTop += frame;
          const next = code[at + 5] as number;
          // Nothing after this can match unless `next` is here: go straight to giving back.
          if (next >= 0 && end < length && input.charCodeAt(end) !== next) break;
        }
        position = end;
        at += repeatSize;
        continue;
      }
      case op.greedyR:
      case op.atomicR: {
        const most = limitOf(code[at + 4] as number, position);
        const end = runBack(input, position, position - most, a, code[at + 2] as number, sets);
        steps -= (position - end) >> scanShift;
        const least = position - (code[at + 3] as number);
        if (end > least) break;
        if (end < least && code[at] === op.greedyR) {
          stack[stackTop] = ~at;
          stack[stackTop + 1] = end;
          stack[stackTop + 2] = trailTop;
          stack[stackTop + 3] = least;
          stackTop += frame;
        }
        position = end;
        at += repeatSize;
        continue;
      }
      case op.lazy: {
        const least = code[at + 3] as number;
        if (least > length - position) break;
        const end = runForward(input, position, position + least, a, code[at + 2] as number, sets);
        steps -= (end - position) >> scanShift;
        if (end - position < least) break;
        const most = limitOf(code[at + 4] as number, length - position);
        if (position + most > end) {
          stack[stackTop] = ~at;
          stack[stackTop + 1] = end;
          stack[stackTop + 2] = trailTop;
          stack[stackTop + 3] = position + most;
          stackTop += frame;
        }
        position = end;
        at += repeatSize;
        continue;
      }
      case op.lazyR: {
        const least = code[at + 3] as number;
        if (least > position) break;
        const end = runBack(input, position, position - least, a, code[at + 2] as number, sets);
        steps -= (position - end) >> scanShift;
        if (position - end < least) break;
        const most = limitOf(code[at + 4] as number, position);
        if (position - most < end) {
          stack[stackTop] = ~at;
          stack[stackTop + 1] = end;
          stack[stackTop + 2] = trailTop;
          stack[stackTop + 3] = position - most;
          stackTop += frame;
        }
        position = end;
        at += repeatSize;
        continue;
      }
      case op.jump:
        at = a;
        continue;
      case op.split:
        stack[stackTop] = a;
        stack[stackTop + 1] = position;
        stack[stackTop + 2] = trailTop;
        stackTop += frame;
        at += 2;
        continue;
      case op.captureStart:
        trail[trailTop++] = a;
        trail[trailTop++] = registers[a] as number;
        registers[a] = position;
        at += 2;
        continue;
      case op.captureEnd: {
        const slot = code[at + 2] as number;
        if (captureTop + captureSize > captures.length)
          captures = memory.captures = grown(captures);
        const from = registers[a] as number;
        const previous = registers[slot] as number;
        trail[trailTop++] = slot;
        trail[trailTop++] = previous;
        captures[captureTop] = previous;
        captures[captureTop + 1] = from < position ? from : position;
        captures[captureTop + 2] = from < position ? position : from;
        registers[slot] = captureTop;
        captureTop += captureSize;
        at += 3;
        continue;
      }
      case op.captureBalance: {
        const slot = code[at + 2] as number;
        const endedSlot = code[at + 3] as number;
        const ended = registers[endedSlot] as number;
        if (ended < 0) break;
        trail[trailTop++] = endedSlot;
        trail[trailTop++] = ended;
        registers[endedSlot] = captures[ended] as number;
        if (slot >= 0) {
          if (captureTop + captureSize > captures.length) {
            captures = memory.captures = grown(captures);
          }
          const other = registers[a] as number;
          const from = other < position ? other : position;
          const to = other < position ? position : other;
          const endedFrom = captures[ended + 1] as number;
          const endedTo = captures[ended + 2] as number;
          const previous = registers[slot] as number;
          trail[trailTop++] = slot;
          trail[trailTop++] = previous;
          captures[captureTop] = previous;
          // The text between the two is captured, or their overlap if they meet. Reading backwards the new one may
          // lie in front of the old; it is then empty (older .NET gave it a negative length).
          if (from >= endedTo) {
            captures[captureTop + 1] = endedTo;
            captures[captureTop + 2] = from;
          } else if (to <= endedFrom) {
            captures[captureTop + 1] = endedFrom;
            captures[captureTop + 2] = endedFrom;
          } else {
            captures[captureTop + 1] = from > endedFrom ? from : endedFrom;
            captures[captureTop + 2] = to < endedTo ? to : endedTo;
          }
          registers[slot] = captureTop;
          captureTop += captureSize;
        }
        at += 4;
        continue;
      }
      case op.loopEnter:
        trail[trailTop++] = a;
        trail[trailTop++] = registers[a] as number;
        trail[trailTop++] = a + 1;
        trail[trailTop++] = registers[a + 1] as number;
        registers[a] = 0;
        registers[a + 1] = -1;
        at += 2;
        continue;
      case op.loopGreedy:
      case op.loopLazy: {
        const rounds = registers[a] as number;
        if (rounds < (code[at + 2] as number)) {
          at += 5;
          continue;
        }
        // A round that consumed nothing is accepted once; another would consume nothing either.
        if (rounds >= (code[at + 3] as number) || registers[a + 1] === position) {
          at = code[at + 4] as number;
          continue;
        }
        const isLazy = code[at] === op.loopLazy;
        stack[stackTop] = isLazy ? at + 5 : (code[at + 4] as number);
        stack[stackTop + 1] = position;
        stack[stackTop + 2] = trailTop;
        stackTop += frame;
        at = isLazy ? (code[at + 4] as number) : at + 5;
        continue;
      }
      case op.loopRound:
        trail[trailTop++] = a;
        trail[trailTop++] = registers[a] as number;
        trail[trailTop++] = a + 1;
        trail[trailTop++] = registers[a + 1] as number;
        registers[a] = (registers[a] as number) + 1;
        registers[a + 1] = position;
        at += 2;
        continue;
      case op.reference: {
        const capture = registers[a] as number;
        if (capture < 0) break;
        const from = captures[capture + 1] as number;
        const size = (captures[capture + 2] as number) - from;
        if (position + size > length) break;
        steps -= size >> scanShift;
        if (!sameText(input, from, position, size, code[at + 2] === 1)) break;
        position += size;
        at += 3;
        continue;
      }
      case op.referenceR: {
        const capture = registers[a] as number;
        if (capture < 0) break;
        const from = captures[capture + 1] as number;
        const size = (captures[capture + 2] as number) - from;
        if (size > position) break;
        steps -= size >> scanShift;
        if (!sameText(input, from, position - size, size, code[at + 2] === 1)) break;
        position -= size;
        at += 3;
        continue;
      }
      case op.ifGroup:
        at = (registers[a] as number) >= 0 ? at + 3 : (code[at + 2] as number);
        continue;
      case op.lookEnter:
        trail[trailTop++] = a;
        trail[trailTop++] = registers[a] as number;
        trail[trailTop++] = a + 1;
        trail[trailTop++] = registers[a + 1] as number;
        registers[a] = stackTop;
        registers[a + 1] = position;
        at += 2;
        continue;
      case op.tryEnter:
        trail[trailTop++] = a;
        trail[trailTop++] = registers[a] as number;
        trail[trailTop++] = a + 1;
        trail[trailTop++] = registers[a + 1] as number;
        registers[a] = stackTop;
        registers[a + 1] = position;
        stack[stackTop] = code[at + 2] as number;
        stack[stackTop + 1] = position;
        stack[stackTop + 2] = trailTop;
        stackTop += frame;
        at += 3;
        continue;
      case op.lookExit:
        stackTop = registers[a] as number;
        position = registers[a + 1] as number;
        at += 2;
        continue;
      case op.notEnter:
        trail[trailTop++] = a;
        trail[trailTop++] = registers[a] as number;
        registers[a] = stackTop;
        stack[stackTop] = code[at + 2] as number;
        stack[stackTop + 1] = position;
        stack[stackTop + 2] = trailTop;
        stackTop += frame;
        at += 3;
        continue;
      case op.notExit:
        stackTop = registers[a] as number;
        break;
      case op.atomicEnter:
        trail[trailTop++] = a;
        trail[trailTop++] = registers[a] as number;
        registers[a] = stackTop;
        at += 2;
        continue;
      case op.atomicExit:
        stackTop = registers[a] as number;
        at += 2;
        continue;
      case op.start:
        if (position !== 0) break;
        at++;
        continue;
      case op.lineStart:
        if (position !== 0 && input.charCodeAt(position - 1) !== 0x0a) break;
        at++;
        continue;
      case op.lineEnd:
        if (position !== length && input.charCodeAt(position) !== 0x0a) break;
        at++;
        continue;
      case op.end:
        if (position !== length) break;
        at++;
        continue;
      case op.endOrFinalNewline:
        if (
          position !== length &&
          (position !== length - 1 || input.charCodeAt(position) !== 0x0a)
        ) {
          break;
        }
        at++;
        continue;
      case op.searchStart:
        if (position !== searchStart) break;
        at++;
        continue;
      case op.boundary:
        if (!isBoundary(input, position)) break;
        at++;
        continue;
      case op.notBoundary:
        if (isBoundary(input, position)) break;
        at++;
        continue;
      case op.unitR:
        if (position > 0 && input.charCodeAt(position - 1) === a) {
          position--;
          at += 2;
          continue;
        }
        break;
      case op.setR:
        if (position > 0 && hasUnit(sets[a] as CharSet, input.charCodeAt(position - 1))) {
          position--;
          at += 2;
          continue;
        }
        break;
      case op.textR: {
        if (position < a) break;
        const from = position - a;
        let index = a - 1;
        while (index >= 0 && input.charCodeAt(from + index) === code[at + 2 + index]) index--;
        steps -= (a - 1 - index) >> scanShift;
        if (index >= 0) break;
        position = from;
        at += 2 + a;
        continue;
      }
      case op.fail:
        break;
      default:
        meter.steps = steps;
        return position;
    }

    // The instruction failed: resume at the newest choice point.
    if (stackTop === 0) {
      meter.steps = steps;
      return noMatch;
    }
    steps--;
    const top = stackTop - frame;
    const undoTo = stack[top + 2] as number;
    while (trailTop > undoTo) {
      trailTop -= 2;
      const register = trail[trailTop] as number;
      const old = trail[trailTop + 1] as number;
      // Undoing a capture frees its record: records are made and undone in strict order.
      if (register < groupCount && (registers[register] as number) > old) {
        captureTop = registers[register] as number;
      }
      registers[register] = old;
    }
    position = stack[top + 1] as number;
    const resumeAt = stack[top] as number;
    if (resumeAt >= 0) {
      stackTop = top;
      at = resumeAt;
      continue;
    }
    const repeatAt = ~resumeAt;
    const limit = stack[top + 3] as number;
    at = repeatAt + repeatSize;
    switch (code[repeatAt]) {
      case op.greedy: {
        const next = code[repeatAt + 5] as number;
        const before = position;
        position--;
        if (next >= 0) {
          while (position >= limit && input.charCodeAt(position) !== next) position--;
          steps -= (before - position) >> scanShift;
          if (position < limit) {
            stackTop = top;
            at = failAt;
            continue;
          }
        }
        if (position === limit) stackTop = top;
        else stack[top + 1] = position;
        continue;
      }
      case op.greedyR:
        position++;
        if (position === limit) stackTop = top;
        else stack[top + 1] = position;
        continue;
      case op.lazy: {
        const kind = code[repeatAt + 1] as number;
        const argument = code[repeatAt + 2] as number;
        const next = code[repeatAt + 5] as number;
        const before = position;
        let isMember = true;
        do {
          isMember = runForward(input, position, position + 1, kind, argument, sets) > position;
          if (isMember) position++;
        } while (isMember && next >= 0 && position < limit && input.charCodeAt(position) !== next);
        steps -= (position - before) >> scanShift;
        if (!isMember) {
          stackTop = top;
          at = failAt;
          continue;
        }
        if (position === limit) stackTop = top;
        else stack[top + 1] = position;
        continue;
      }
      default: {
        const kind = code[repeatAt + 1] as number;
        const argument = code[repeatAt + 2] as number;
        if (runBack(input, position, position - 1, kind, argument, sets) === position) {
          stackTop = top;
          at = failAt;
          continue;
        }
        position--;
        if (position === limit) stackTop = top;
        else stack[top + 1] = position;
      }
    }
  }
}

const limitOf = (max: number, available: number): number => (max < available ? max : available);
