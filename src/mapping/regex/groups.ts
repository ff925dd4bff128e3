import { say } from '../../kernel/index.ts';
import { skipClass } from './class-syntax.ts';
import { PatternReader } from './reader.ts';
import { options } from './syntax.ts';

export interface GroupName {
  readonly number: number;
  readonly name: string;
}

/** Which groups a pattern has. Group 0, the whole match, is always there. */
export interface GroupTable {
  /** Ascending by number; numbers may have gaps. */
  readonly list: readonly GroupName[];
  readonly byName: ReadonlyMap<string, number>;
  has(number: number): boolean;
}

/**
 * First pass: finds and numbers the groups, because a reference may point forward and named groups are numbered
 * after all unnamed ones. Explicit numbers keep theirs; equal names or numbers are one group.
 */
export function collectGroups(pattern: string, given: number, groupsMax: number): GroupTable {
  const reader = new PatternReader(pattern, given);
  const numbers = new Set([0]);
  const names = new Set<string>();
  let unnamed = 1;
  let ignoreNextParenthesis = false;

  const open = () => {
    const captures = !reader.has(options.explicitCapture) && !ignoreNextParenthesis;
    ignoreNextParenthesis = false;
    if (reader.pattern.startsWith('?#', reader.position)) {
      reader.position--;
      reader.skipBlank();
      return;
    }
    reader.enterGroup();
    if (!reader.takeIf('?')) {
      if (captures) numbers.add(unnamed++);
    } else if ((reader.next === '<' || reader.next === "'") && reader.left > 1) {
      reader.position++;
      if (reader.ahead(0) === '0' || !reader.nextIsNameUnit()) return;
      if (reader.nextIsDigit()) numbers.add(reader.scanDecimal());
      else names.add(reader.scanName());
    } else {
      reader.scanOptions();
      if (reader.takeIf(')')) reader.keepOptions();
      // The parenthesis of a condition captures nothing.
      else if (reader.next === '(') ignoreNextParenthesis = true;
    }
  };

  while (reader.left > 0) {
    const letter = reader.take();
    if (letter === '\\') skipEscape(reader);
    else if (letter === '[') skipClass(reader);
    else if (letter === ')') {
      if (reader.insideGroup) reader.leaveGroup();
    } else if (letter === '(') open();
    else if (letter === '#' && reader.has(options.extended)) {
      reader.position--;
      reader.skipBlank();
    }
    if (numbers.size + names.size > groupsMax + 1) {
      reader.fail('too-many-groups', say('regexLimit', { max: groupsMax }));
    }
  }

  const byName = new Map<string, number>();
  let free = unnamed;
  for (const name of names) {
    while (numbers.has(free)) free++;
    numbers.add(free);
    byName.set(name, free++);
  }
  const named = new Map([...byName].map(([name, number]) => [number, name]));
  const list = [...numbers]
    .sort((left, right) => left - right)
    .map((number) => ({ number, name: named.get(number) ?? String(number) }));
  return { list, byName, has: (number) => numbers.has(number) };
}

// The rest of an escape after its first character holds no bracket, except after `\c`.
function skipEscape(reader: PatternReader): void {
  if (reader.take() === 'c') reader.position++;
}
