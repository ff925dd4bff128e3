import {
  type Follow,
  firstOf,
  followedByEnd,
  followInLoop,
  isSingleUnit,
  lengthMin,
  nextUnit,
  searchHints,
} from './analysis.ts';
import { anyUnit, type CharSet, setOf } from './char-set.ts';
import type { GroupTable } from './groups.ts';
import { op, type Program, repeatKind } from './program.ts';
import { type Anchor, type Node, options, unbounded } from './syntax.ts';

/** Turns the tree into a flat program. Counted loops are counters, never copies, so size follows pattern length. */
export function compileProgram(root: Node, groups: GroupTable, given: number): Program {
  const compiler = new Compiler(groups);
  compiler.emitProgram(root);
  return {
    code: Int32Array.from(compiler.code),
    entry: 1,
    sets: compiler.sets,
    registers: compiler.registers,
    groups,
    rightToLeft: (given & options.rightToLeft) !== 0,
    hints: searchHints(root, given, (node) => compiler.repeatOf(node)),
  };
}

const anchorOps: Readonly<Record<Anchor, number>> = {
  start: op.start,
  'line-start': op.lineStart,
  'line-end': op.lineEnd,
  end: op.end,
  'end-or-final-newline': op.endOrFinalNewline,
  'search-start': op.searchStart,
  boundary: op.boundary,
  'not-boundary': op.notBoundary,
};

const unknownTarget = -1;

class Compiler {
  readonly code: number[] = [op.fail];
  readonly sets: CharSet[] = [];
  registers: number;
  readonly #slots: ReadonlyMap<number, number>;

  constructor(groups: GroupTable) {
    this.#slots = new Map(groups.list.map(({ number }, slot) => [number, slot]));
    this.registers = groups.list.length;
  }

  emitProgram(root: Node): void {
    this.#emit(root, followedByEnd);
    this.code.push(op.match);
  }

  repeatOf(node: Node): { kind: number; argument: number } {
    if (node.kind === 'text') return { kind: repeatKind.unit, argument: node.text.charCodeAt(0) };
    if (node.kind !== 'set' || node.set === anyUnit()) return { kind: repeatKind.any, argument: 0 };
    const missing = node.set.single(true);
    return missing === undefined
      ? { kind: repeatKind.set, argument: this.#setIndex(node.set) }
      : { kind: repeatKind.notUnit, argument: missing };
  }

  #emit(node: Node, follow: Follow): void {
    const { code } = this;
    switch (node.kind) {
      case 'empty':
        return;
      case 'text':
        this.#emitText(node.text, node.back);
        return;
      case 'set':
        code.push(node.back ? op.setR : op.set, this.#setIndex(node.set));
        return;
      case 'anchor':
        code.push(anchorOps[node.anchor]);
        return;
      case 'reference':
        code.push(node.back ? op.referenceR : op.reference, this.#slot(node.group));
        code.push(node.ignoreCase ? 1 : 0);
        return;
      case 'sequence':
        this.#emitSequence(node.nodes, node.back, follow);
        return;
      case 'choice':
        this.#emitChoice(node.nodes, follow);
        return;
      case 'loop':
        if (isSingleUnit(node.node)) this.#emitRepeat(node, follow);
        else this.#emitLoop(node, follow);
        return;
      case 'capture':
        this.#emitCapture(node, follow);
        return;
      case 'look':
        this.#emitLook(node.node, node.negative);
        return;
      case 'atomic': {
        const register = this.#newRegisters(1);
        code.push(op.atomicEnter, register);
        this.#emit(node.node, followedByEnd);
        code.push(op.atomicExit, register);
        return;
      }
      case 'if-group': {
        code.push(op.ifGroup, this.#slot(node.group));
        this.#emitBranches(this.#target(), node.yes, node.no, follow);
        return;
      }
      case 'if-match': {
        const register = this.#newRegisters(2);
        code.push(op.tryEnter, register);
        const toNo = this.#target();
        this.#emit(node.condition, followedByEnd);
        code.push(op.lookExit, register);
        this.#emitBranches(toNo, node.yes, node.no, follow);
        return;
      }
    }
  }

  #emitText(text: string, back: boolean): void {
    if (text.length === 1) {
      this.code.push(back ? op.unitR : op.unit, text.charCodeAt(0));
      return;
    }
    this.code.push(back ? op.textR : op.text, text.length);
    for (let index = 0; index < text.length; index++) this.code.push(text.charCodeAt(index));
  }

  #emitSequence(nodes: readonly Node[], back: boolean, follow: Follow): void {
    if (back) {
      for (const node of nodes.toReversed()) this.#emit(node, undefined);
      return;
    }
    const follows: Follow[] = [];
    let rest = follow;
    for (const node of nodes.toReversed()) {
      follows.unshift(rest);
      rest = firstOf(node, rest);
    }
    for (const [index, node] of nodes.entries()) this.#emit(node, follows[index]);
  }

  #emitChoice(nodes: readonly Node[], follow: Follow): void {
    const ends: number[] = [];
    for (const [index, node] of nodes.entries()) {
      if (index === nodes.length - 1) {
        this.#emit(node, follow);
        break;
      }
      this.code.push(op.split);
      const next = this.#target();
      this.#emit(node, follow);
      this.code.push(op.jump);
      ends.push(this.#target());
      this.#land(next);
    }
    for (const end of ends) this.#land(end);
  }

  #emitRepeat(node: Node & { kind: 'loop' }, follow: Follow): void {
    const unit = node.node;
    const back = (unit.kind === 'set' || unit.kind === 'text') && unit.back;
    const { kind, argument } = this.repeatOf(unit);
    let operation: number = node.lazy ? op.lazy : op.greedy;
    // If nothing that may follow is in the repeated set, giving units back can never help.
    if (!node.lazy && !back && this.#neverGivesBack(unit, follow)) operation = op.atomic;
    if (node.min === node.max) operation = op.atomic;
    this.code.push(back ? operation + 1 : operation, kind, argument, node.min, node.max);
    this.code.push(back ? -1 : nextUnit(follow));
  }

  #neverGivesBack(unit: Node, follow: Follow): boolean {
    if (!follow) return false;
    const set = unit.kind === 'text' ? setOf([unit.text.charCodeAt(0)]) : undefined;
    const repeated = unit.kind === 'set' ? unit.set : set;
    return repeated !== undefined && follow.sets.every((other) => repeated.isDisjoint(other));
  }

  #emitLoop(node: Node & { kind: 'loop' }, follow: Follow): void {
    const { code } = this;
    const { node: body, min, max, lazy } = node;
    const inside = max === 1 ? follow : followInLoop(body, follow);
    if (min === 0 && max === 1 && !lazy) {
      code.push(op.split);
      const exit = this.#target();
      this.#emit(body, inside);
      this.#land(exit);
      return;
    }
    if (min <= 1 && max === unbounded && !lazy && lengthMin(body) > 0) {
      // No counter and no guard against empty rounds needed.
      const enter = min === 0 ? undefined : code.push(op.jump);
      const skip = enter === undefined ? undefined : this.#target();
      const top = code.length;
      code.push(op.split);
      const exit = this.#target();
      if (skip !== undefined) this.#land(skip);
      this.#emit(body, inside);
      code.push(op.jump, top);
      this.#land(exit);
      return;
    }
    const register = this.#newRegisters(2);
    code.push(op.loopEnter, register);
    const test = code.length;
    code.push(lazy ? op.loopLazy : op.loopGreedy, register, min, max);
    const exit = this.#target();
    code.push(op.loopRound, register);
    this.#emit(body, inside);
    code.push(op.jump, test);
    this.#land(exit);
  }

  #emitCapture(node: Node & { kind: 'capture' }, follow: Follow): void {
    const register = this.#newRegisters(1);
    this.code.push(op.captureStart, register);
    // Ending a capture of another group may fail, so the body cannot count on being last.
    const inside = node.ended === -1 || !follow?.mayEnd ? follow : undefined;
    this.#emit(node.node, inside);
    const slot = node.group === -1 ? -1 : this.#slot(node.group);
    if (node.ended === -1) this.code.push(op.captureEnd, register, slot);
    else this.code.push(op.captureBalance, register, slot, this.#slot(node.ended));
  }

  #emitLook(body: Node, negative: boolean): void {
    const register = this.#newRegisters(2);
    if (!negative) {
      this.code.push(op.lookEnter, register);
      this.#emit(body, followedByEnd);
      this.code.push(op.lookExit, register);
      return;
    }
    this.code.push(op.notEnter, register);
    const passed = this.#target();
    this.#emit(body, followedByEnd);
    this.code.push(op.notExit, register);
    this.#land(passed);
  }

  #emitBranches(toNo: number, yes: Node, no: Node, follow: Follow): void {
    this.#emit(yes, follow);
    this.code.push(op.jump);
    const toEnd = this.#target();
    this.#land(toNo);
    this.#emit(no, follow);
    this.#land(toEnd);
  }

  /** Reserves a slot for a jump target and returns its position. */
  #target(): number {
    return this.code.push(unknownTarget) - 1;
  }

  /** Makes the jump left open at `hole` lead here. */
  #land(hole: number): void {
    this.code[hole] = this.code.length;
  }

  #newRegisters(count: number): number {
    const first = this.registers;
    this.registers += count;
    return first;
  }

  #setIndex(set: CharSet): number {
    const known = this.sets.indexOf(set);
    return known === -1 ? this.sets.push(set) - 1 : known;
  }

  #slot(group: number): number {
    return this.#slots.get(group) ?? 0;
  }
}
