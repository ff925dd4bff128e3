import type { AttributeCondition } from '../routing/index.ts';

/** Appended to a text, it gives the next text in the order of texts. */
const least = '\u0000';

/**
 * Values at, between and beyond those that an attribute is compared with by order; each number in a second spelling,
 * which equals no text of `equal`. Incomplete where numbers and texts are compared, or letter case counts for some.
 */
export function orderedValues(
  ordered: readonly AttributeCondition[],
  equal: readonly AttributeCondition[],
): { values: string[]; isIncomplete: boolean } {
  if (ordered.length === 0) return { values: [], isIncomplete: false };
  const given = [...ordered, ...equal].map(({ value }) => value ?? '');
  const compared = ordered.map(({ value }) => value ?? '');
  const isNumber = (text: string) => numberPattern.test(text.trim());
  const numbers = sortedOnce(compared.filter(isNumber).map(Number), (one, other) => one - other);
  const texts = sortedOnce(
    ordered
      .filter(({ value }) => !isNumber(value ?? ''))
      .map(({ value, ignoreCase }) => (ignoreCase ? (value ?? '').toLowerCase() : (value ?? ''))),
    (one, other) => (one < other ? -1 : 1),
  );
  const around = numbers.flatMap((number, index) => {
    const next = numbers[index + 1];
    return next === undefined ? [number] : [number, number / 2 + next / 2];
  });
  const [first = 0] = numbers;
  const last = numbers.at(-1) ?? 0;
  const spread = Math.max(1, Math.abs(first), Math.abs(last));
  return {
    values: [
      ...compared,
      ...(numbers.length > 0 ? [first - spread, ...around, last + spread] : []).map((number) =>
        // Spaces around a number do not change it, and no condition may have just so many.
        String(number).concat(' '.repeat(1 + Math.max(0, ...given.map(trailingSpaces)))),
      ),
      // The empty text may be one of `equal`, so there is another one before all others.
      ...(texts.length > 0 ? ['', least, ...texts, ...texts.map((text) => text + least)] : []),
    ],
    isIncomplete:
      (numbers.length > 0 && texts.length > 0) ||
      (texts.length > 0 &&
        new Set([...ordered, ...equal].map((one) => Boolean(one.ignoreCase))).size > 1) ||
      numbers.some((number) => !Number.isFinite(number * 4)),
  };
}

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function trailingSpaces(text: string): number {
  return text.length - text.trimEnd().length;
}

function sortedOnce<Item>(items: readonly Item[], compare: (one: Item, other: Item) => number) {
  return [...new Set(items)].sort(compare);
}
