import { say } from '../../kernel/index.ts';
import { blockRange } from './blocks.ts';
import { addShorthand, type CharSet, CharSetBuilder } from './char-set.ts';
import type { PatternReader } from './reader.ts';
import { allCategories, casedMask, categoryMask } from './unicode.ts';

/** Skips a class without judging it, as the pass that only numbers groups must. Stands after `[`. */
export function skipClass(reader: PatternReader): void {
  scanClass(reader, { ignoreCase: false, scanOnly: true }, 0);
}

/**
 * Reads a class with its ranges, shorthands and subtractions; .NET has no POSIX names such as `[:alpha:]`. Stands
 * after `[`.
 */
export function parseClass(reader: PatternReader, ignoreCase: boolean): CharSet {
  return scanClass(reader, { ignoreCase, scanOnly: false }, 0).build(ignoreCase);
}

interface Mode {
  readonly ignoreCase: boolean;
  readonly scanOnly: boolean;
}

const nestingMax = 100;
const hyphen = 0x2d;

function scanClass(reader: PatternReader, mode: Mode, depth: number): CharSetBuilder {
  if (depth > nestingMax) reader.fail('nested-too-deeply');
  const builder = new CharSetBuilder();
  if (reader.takeIf('^')) builder.negate();
  let rangeStart = -1;

  const subtract = () => {
    const inner = scanClass(reader, mode, depth + 1);
    if (mode.scanOnly) return;
    builder.subtract(inner.build(mode.ignoreCase));
    if (reader.left > 0 && reader.next !== ']') reader.fail('exclusion-group-not-last');
  };
  const endRange = (last: number) => {
    if (rangeStart > last) reader.fail('reversed-character-range');
    builder.addRange(rangeStart, last);
    rangeStart = -1;
  };

  for (let isFirst = true; reader.left > 0; isFirst = false) {
    let unit = reader.pattern.charCodeAt(reader.position);
    let letter = reader.take();
    const escaped = letter === '\\' && reader.left > 0;
    if (letter === ']' && !isFirst) return builder;
    if (escaped) {
      letter = reader.next;
      if (/[dDsSwWpP]/.test(letter)) {
        reader.position++;
        scanShorthand(reader, letter, builder, mode, rangeStart >= 0);
        continue;
      }
      if (letter === '-') {
        reader.position++;
        if (mode.scanOnly) continue;
        if (rangeStart >= 0) endRange(hyphen);
        else builder.addRange(hyphen, hyphen);
        continue;
      }
      unit = reader.scanEscapedUnit();
    }

    if (rangeStart >= 0) {
      if (mode.scanOnly) rangeStart = -1;
      else if (letter === '[' && !escaped && !isFirst) {
        // The apparent range is `x-[…]`, a subtraction.
        builder.addRange(rangeStart, rangeStart);
        rangeStart = -1;
        subtract();
      } else endRange(unit);
    } else if (reader.next === '-' && reader.left >= 2 && reader.ahead(1) !== ']') {
      rangeStart = unit;
      reader.position++;
    } else if (letter === '-' && !escaped && reader.next === '[' && !isFirst) {
      reader.position++;
      subtract();
    } else {
      builder.addRange(unit, unit);
    }
  }
  return reader.fail('unterminated-bracket');
}

function scanShorthand(
  reader: PatternReader,
  letter: string,
  builder: CharSetBuilder,
  mode: Mode,
  inRange: boolean,
): void {
  if (inRange && !mode.scanOnly) reader.fail('shorthand-class-in-character-range');
  if (letter !== 'p' && letter !== 'P') {
    addShorthand(builder, letter);
    return;
  }
  const name = scanPropertyName(reader);
  if (!mode.scanOnly) addProperty(reader, builder, name, letter === 'P', mode.ignoreCase);
}

/** A `\p{…}` or `\P{…}` outside a class; stands after the letter. */
export function parseProperty(
  reader: PatternReader,
  negated: boolean,
  ignoreCase: boolean,
): CharSet {
  const builder = new CharSetBuilder();
  addProperty(reader, builder, scanPropertyName(reader), negated, ignoreCase);
  return builder.build(ignoreCase);
}

function scanPropertyName(reader: PatternReader): string {
  if (reader.left < 3) reader.fail('invalid-unicode-property-escape');
  if (!reader.takeIf('{')) reader.fail('malformed-unicode-property-escape');
  const start = reader.position;
  while (reader.nextIsNameUnit() || reader.next === '-') reader.position++;
  const name = reader.pattern.slice(start, reader.position);
  if (!reader.takeIf('}')) reader.fail('invalid-unicode-property-escape');
  return name;
}

function addProperty(
  reader: PatternReader,
  builder: CharSetBuilder,
  name: string,
  negated: boolean,
  ignoreCase: boolean,
): void {
  const mask = categoryMask(name);
  if (mask !== undefined) {
    const wanted = ignoreCase && (mask & ~casedMask) === 0 ? casedMask : mask;
    builder.addCategories(negated ? allCategories & ~wanted : wanted);
    return;
  }
  const block = blockRange(name);
  if (!block) reader.fail('unrecognized-unicode-property', say('regexHere', { it: name }));
  builder.addRanges(block, negated);
}
