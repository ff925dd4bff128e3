import { say } from '../../kernel/index.ts';
import { compileProgram } from './compiler.ts';
import { RegexSyntaxError } from './errors.ts';
import { collectGroups, type GroupName } from './groups.ts';
import { meter, outOfSteps, readCaptures, releaseMemory } from './machine.ts';
import { parsePattern } from './parser.ts';
import type { Program } from './program.ts';
import { found, search } from './search.ts';
import { options } from './syntax.ts';

interface RegexLimits {
  readonly patternLengthMax: number;
  readonly groupsMax: number;
}

const defaultLimits: RegexLimits = { patternLengthMax: 4096, groupsMax: 200 };

/** A pattern ready to run; hold on to it. `groups` ascend by number and begin with 0, the whole match. */
export interface CompiledRegex {
  readonly pattern: string;
  readonly groups: readonly GroupName[];
  /** About what it occupies, for caches. */
  readonly programBytes: number;
  /** Internal to this folder. */
  readonly program: Program;
}

interface Capture {
  readonly index: number;
  readonly length: number;
  readonly value: string;
}

/** The newest capture of a group; index 0, length 0 and '' if it took no part. `captures` are oldest first. */
export interface Group extends Capture {
  readonly number: number;
  readonly name: string;
  readonly success: boolean;
  readonly captures: readonly Capture[];
}

export interface Match extends Capture {
  /** Ascending by number; the first one is the whole match. */
  readonly groups: readonly Group[];
  /** By number, or by name; the name of an unnamed group is its number. Undefined if there is no such group. */
  group(nameOrNumber: string | number): Group | undefined;
}

/** Steps left; a search uses them up and ends with `'budget'` when none are left. Share one to bound several. */
export interface Budget {
  steps: number;
}

/** The budget of one regex step of a mapping: bounds a hostile pattern, lets a large text be scanned once. */
export const stepBudget = (inputLength: number): number =>
  200_000 + Math.ceil(inputLength / 1024) * 1000;

const optionLetters: Readonly<Record<string, number>> = {
  i: options.ignoreCase,
  m: options.multiline,
  n: options.explicitCapture,
  s: options.singleline,
  x: options.extended,
  r: options.rightToLeft,
};

/**
 * Compiles a .NET pattern. `flags` are option letters in force from the start, `r` meaning right to left. Throws a
 * RegexSyntaxError for what .NET refuses and for what exceeds the limits.
 */
export function compileRegex(
  pattern: string,
  given: { readonly flags?: string; readonly limits?: Partial<RegexLimits> } = {},
): CompiledRegex {
  const limits = { ...defaultLimits, ...given.limits };
  if (pattern.length > limits.patternLengthMax) {
    const detail = say('regexLength', {
      length: pattern.length,
      max: limits.patternLengthMax,
    });
    throw new RegexSyntaxError('pattern-too-long', limits.patternLengthMax, detail);
  }
  let bits = 0;
  for (const letter of given.flags ?? '') {
    const bit = optionLetters[letter];
    if (bit === undefined)
      throw new RegexSyntaxError('unsupported-option', 0, say('regexHere', { it: letter }));
    bits |= bit;
  }
  const groups = collectGroups(pattern, bits, limits.groupsMax);
  const program = compileProgram(parsePattern(pattern, bits, groups), groups, bits);
  const programBytes =
    2 * pattern.length + program.code.byteLength + 400 * program.sets.length + 1000;
  return { pattern, groups: groups.list, programBytes, program };
}

/** The first match at or after `from`, null, or `'budget'` if the steps ran out before that was known. */
export function firstMatch(
  regex: CompiledRegex,
  input: string,
  budget: Budget,
  from?: number,
): Match | null | 'budget' {
  const start = from ?? (regex.program.rightToLeft ? input.length : 0);
  return find(regex, input, budget, start, start);
}

/**
 * All matches that do not overlap. An empty one is followed by the search one UTF-16 unit further on, while `\G` stays
 * at its end.
 */
export function allMatches(
  regex: CompiledRegex,
  input: string,
  budget: Budget,
  limit = Number.POSITIVE_INFINITY,
): Match[] | 'budget' {
  const { rightToLeft } = regex.program;
  const matches: Match[] = [];
  let searchStart = rightToLeft ? input.length : 0;
  let from = searchStart;
  while (matches.length < limit && from >= 0 && from <= input.length) {
    const match = find(regex, input, budget, from, searchStart);
    if (match === 'budget') return match;
    if (!match) break;
    matches.push(match);
    searchStart = rightToLeft ? match.index : match.index + match.length;
    from = searchStart;
    if (match.length === 0) from += rightToLeft ? -1 : 1;
  }
  return matches;
}

/**
 * The answer of the `regex` step of a mapping (spec 2.5): the group named `result` if the pattern has one, else its
 * last group by number, else the whole match. A group that took no part gives ''.
 */
export function resultOf(match: Match, regex: CompiledRegex): string {
  const { groups, program } = regex;
  const named = program.groups.byName.get('result');
  const number = named ?? groups.at(-1)?.number ?? 0;
  return match.group(number)?.value ?? '';
}

function find(
  regex: CompiledRegex,
  input: string,
  budget: Budget,
  from: number,
  searchStart: number,
): Match | null | 'budget' {
  if (budget.steps <= 0) return 'budget';
  meter.steps = budget.steps;
  const end = search(regex.program, input, from, searchStart);
  budget.steps = Math.max(0, meter.steps);
  const match = end >= 0 ? new FoundMatch(regex, input, found.start, end) : null;
  releaseMemory();
  return end === outOfSteps ? 'budget' : match;
}

/** Holds positions only; strings are cut when somebody asks for them. */
class FoundMatch implements Match {
  readonly index: number;
  readonly length: number;
  readonly #regex: CompiledRegex;
  readonly #input: string;
  readonly #captures: readonly (readonly number[])[];
  #groups: readonly Group[] | undefined;

  constructor(regex: CompiledRegex, input: string, start: number, end: number) {
    this.index = Math.min(start, end);
    this.length = Math.abs(end - start);
    this.#regex = regex;
    this.#input = input;
    this.#captures = readCaptures(regex.program);
  }

  get value(): string {
    return this.#input.slice(this.index, this.index + this.length);
  }

  get groups(): readonly Group[] {
    this.#groups ??= this.#regex.groups.map((_, slot) => this.#groupAt(slot));
    return this.#groups;
  }

  group(nameOrNumber: string | number): Group | undefined {
    const { groups } = this.#regex;
    const slot =
      typeof nameOrNumber === 'number'
        ? groups.findIndex(({ number }) => number === nameOrNumber)
        : groups.findIndex(({ name }) => name === nameOrNumber);
    return slot === -1 ? undefined : (this.#groups?.[slot] ?? this.#groupAt(slot));
  }

  #groupAt(slot: number): Group {
    const { number, name } = this.#regex.groups[slot] ?? { number: 0, name: '0' };
    const positions = slot === 0 ? [this.index, this.length] : (this.#captures[slot] ?? []);
    return new FoundGroup(number, name, this.#input, positions);
  }
}

class FoundGroup implements Group {
  readonly number: number;
  readonly name: string;
  readonly success: boolean;
  readonly index: number;
  readonly length: number;
  readonly value: string;
  readonly #input: string;
  /** Index and length of each capture. */
  readonly #positions: readonly number[];

  constructor(number: number, name: string, input: string, positions: readonly number[]) {
    this.number = number;
    this.name = name;
    this.success = positions.length > 0;
    this.index = positions.at(-2) ?? 0;
    this.length = positions.at(-1) ?? 0;
    this.value = input.slice(this.index, this.index + this.length);
    this.#input = input;
    this.#positions = positions;
  }

  /** Cut out when asked for: a loop can leave tens of thousands. */
  get captures(): readonly Capture[] {
    return Array.from({ length: this.#positions.length / 2 }, (_, nth) => {
      const index = this.#positions[2 * nth] ?? 0;
      const length = this.#positions[2 * nth + 1] ?? 0;
      return { index, length, value: this.#input.slice(index, index + length) };
    });
  }
}
