import {
  type AttributeCondition,
  ComparedAttributes,
  Comparisons,
  judgeAttribute,
} from '../routing/index.ts';
import { orderedValues } from './ordered-values.ts';

/** Values of one attribute, one for each way in which its conditions can hold and fail together. */
export interface TextClasses {
  name: string;
  /** Null: the incident does not have the attribute. */
  values: (string | null)[];
  /** There may be a further way that none of them shows. */
  isIncomplete: boolean;
}

/** A character of the private area: where a condition names it, nothing is said to be complete. */
const seam = '\uE000';
const valueMax = 65_536;
const titleMax = 1920;
/** Sets of texts that a value may contain together. */
const setsMax = 8192;

/** The classes of an attribute by all conditions that are asked about it. Its name has no letter case. Pure. */
export function textClasses(name: string, conditions: readonly AttributeCondition[]): TextClasses {
  const isTitle = name.toLowerCase() === 'title';
  const isPossible = (value: string) => value.length <= (isTitle ? titleMax : valueMax);
  const equal = conditions.filter(({ operator }) => operator === '=' || operator === '!=');
  const parts = conditions.filter(({ operator }) => operator.endsWith('contains'));
  const ordered = conditions.filter(({ operator }) => /^[<>]/.test(operator));
  const sets = containedSets(parts);
  const order = orderedValues(ordered, equal);
  const texts = [
    ...equal.flatMap(spellings),
    ...(sets ?? someSets(parts)).flatMap(joins),
    ...order.values,
  ];
  const byVerdict = new Map<string, string | null>();
  for (const value of [...(isTitle ? [] : [null]), ...texts.filter(isPossible)]) {
    const verdict = verdictOf(name, value, conditions);
    if (!byVerdict.has(verdict)) byVerdict.set(verdict, value);
  }
  const isShown = (set: readonly AttributeCondition[]) =>
    joins(set).some(
      (text) => isPossible(text) && verdictOf(name, text, parts) === wanted(set, parts),
    );
  return {
    name,
    values: [...byVerdict.values()],
    isIncomplete:
      conditions.some(({ value }) => value?.includes(seam)) ||
      !sets?.every(isShown) ||
      !everySpelling(equal) ||
      order.isIncomplete ||
      (parts.length > 0 && ordered.length > 0) ||
      (parts.some((one) => !one.ignoreCase) && equal.some((one) => one.ignoreCase)),
  };
}

/** How each condition is judged, by the function that judges it in rules. */
export function verdictOf(
  name: string,
  value: string | null,
  conditions: readonly AttributeCondition[],
): string {
  const isTitle = name.toLowerCase() === 'title';
  const seen = new ComparedAttributes(
    { title: isTitle ? (value ?? '') : '', attributes: isTitle ? [] : attributesOf(name, value) },
    'Open',
    'Critical',
  );
  const comparisons = new Comparisons();
  return conditions.map((one) => judgeAttribute(one, seen, comparisons)[0]).join('');
}

export function attributesOf(name: string, value: string | null) {
  return value === null ? [] : [{ name, value, isHiddenFromPreview: false, isImage: false }];
}

function folded({ value, ignoreCase }: AttributeCondition): string {
  return ignoreCase ? (value ?? '').toLowerCase() : (value ?? '');
}

/** A text as it is given, and in further spellings that only conditions without letter case take for it. */
function spellings({ value, ignoreCase }: AttributeCondition): string[] {
  const text = value ?? '';
  if (!ignoreCase) return [text];
  const letters = [...text];
  const toggled = letters.slice(0, 20).map((letter, index) => {
    const lower = letter.toLowerCase();
    return letters.with(index, letter === lower ? letter.toUpperCase() : lower).join('');
  });
  return [text, text.toLowerCase(), text.toUpperCase(), ...toggled];
}

/** Each text without letter case has a spelling that is none of those where it counts, or can have no other one. */
function everySpelling(equal: readonly AttributeCondition[]): boolean {
  const exact = new Set(equal.flatMap((one) => (one.ignoreCase ? [] : (one.value ?? ''))));
  return equal
    .filter((one) => one.ignoreCase)
    .map(spellings)
    .every((own) => own.some((text) => !exact.has(text)) || new Set(own).size === 1);
}

/** Sets of texts that can be contained without the others: what is within one of them is contained, too. */
function containedSets(parts: readonly AttributeCondition[]): AttributeCondition[][] | null {
  const atoms = [...new Map(parts.map((one) => [atomOf(one), one])).values()];
  let sets: AttributeCondition[][] = [[]];
  for (const atom of atoms) {
    sets = sets.flatMap((set) => [set, [...set, atom]]);
    if (sets.length > setsMax) return null;
  }
  return sets.filter((set) =>
    atoms.every((atom) => set.includes(atom) || !isWithin(atom, [...set, nothing])),
  );
}

/** Where there are too many: none of the texts, and each of them with what is within it. */
function someSets(parts: readonly AttributeCondition[]): AttributeCondition[][] {
  return [[], ...parts.map((one) => [one])];
}

/** Every text contains it. */
const nothing: AttributeCondition = { name: '', operator: 'contains', value: '' };

function isWithin(atom: AttributeCondition, set: readonly AttributeCondition[]): boolean {
  return set.some((one) => {
    const text = one.value ?? '';
    if (atom.ignoreCase) return text.toLowerCase().includes(folded(atom));
    return (!one.ignoreCase || text === '') && text.includes(atom.value ?? '');
  });
}

function atomOf(one: AttributeCondition): string {
  return `${one.ignoreCase ? 'any' : 'exact'} ${folded(one)}`;
}

/** How conditions are judged where just these texts are contained. */
function wanted(set: readonly AttributeCondition[], parts: readonly AttributeCondition[]): string {
  const own = new Set(set.map(atomOf));
  return parts
    .map((part) => (own.has(atomOf(part)) === (part.operator === 'contains') ? 'h' : 'f'))
    .join('');
}

/** Values that contain these texts and, by the seam, nothing across two of them; equal to no text of a condition. */
function joins(set: readonly AttributeCondition[]): string[] {
  const spelt = (spell: (text: string) => string) =>
    set.map(({ value, ignoreCase }) => (ignoreCase ? spell(value ?? '') : (value ?? '')));
  return [
    spelt((text) => text),
    spelt((text) => text.toLowerCase()),
    spelt((text) => text.toUpperCase()),
  ].map((texts) => [seam, ...texts, ''].join(seam));
}
