import type { Source } from '../../model/ledger.ts';
import type { Comparison, MatchedAttributes } from '../../model/matched-attributes.ts';
import {
  endsWith,
  equalsWithoutSpace,
  notBlank,
  quoted,
  startsWith,
  whole,
} from '../../model/patterns.ts';
import { type AlertField, alertFieldOf, attributeOf, isList } from './alert-fields.ts';
import { javaPattern } from './java-patterns.ts';
import { isPriority, type Priority, priorities } from './severities.ts';

/** Conditions that hold together. Null priorities are all. */
export interface Alternative {
  priorities: Priority[] | null;
  attributes: Comparison[];
}

/** A condition as it was read. */
export interface Asked {
  field: string;
  key: string | null;
  operation: string;
  expected: string | null;
  isNot: boolean;
}

/** How conditions hang together, with what was read of each. */
export interface Filter {
  all: boolean;
  conditions: { source: Source; asked: Asked }[];
}

/** Null: it is always met; `unknown`, with a line, where it cannot be read. */
export function filterIn(source: Source, member: string): Filter | null | 'unknown' {
  const filter = source.at(member);
  if (!filter) return null;
  const named = filter.text('conditionMatchType');
  const type = filter.text('type') ?? named ?? 'match-all';
  if (type === 'match-all') return null;
  if (type !== 'match-all-conditions' && type !== 'match-any-condition') {
    filter.say('behaviour', 'A way to combine conditions that is not known.');
    return 'unknown';
  }
  const conditions = filter.list('conditions').map((one) => ({
    source: one,
    asked: {
      field: one.text('field') ?? '',
      key: one.text('key') || null,
      operation: one.text('operation') ?? '',
      expected: one.text('expectedValue'),
      isNot: one.flag('not') ?? false,
    },
  }));
  return conditions.length === 0 ? null : { all: type === 'match-all-conditions', conditions };
}

/**
 * The alternatives of which an alert must match one. Null, with a line, if a condition has no counterpart: the caller
 * must not go on as if it were not there.
 */
export function alternativesIn(
  source: Source,
  member: string,
  matched: MatchedAttributes<AlertField>,
): Alternative[] | null {
  const filter = filterIn(source, member);
  if (filter === 'unknown') return null;
  if (filter === null) return [{ priorities: null, attributes: [] }];
  const read = filter.conditions.map((one) => alternativeOf(one.source, one.asked, matched));
  const known = read.filter((one) => one !== null);
  if (known.length < read.length) return null;
  return filter.all ? [together(known)] : known;
}

function together(all: readonly Alternative[]): Alternative {
  const limited = all.flatMap((one) => (one.priorities ? [one.priorities] : []));
  return {
    priorities:
      limited.length > 0
        ? priorities.filter((priority) => limited.every((one) => one.includes(priority)))
        : null,
    attributes: all.flatMap(({ attributes }) => attributes),
  };
}

function alternativeOf(
  source: Source,
  asked: Asked,
  matched: MatchedAttributes<AlertField>,
): Alternative | null {
  if (asked.field === 'priority') {
    const chosen = prioritiesOf(source, asked);
    if (chosen === null) source.say('behaviour', 'A condition that rules here cannot have.');
    return chosen && { priorities: chosen, attributes: [] };
  }
  const field = alertFieldOf(asked.field, asked.key);
  const comparison = field && comparisonOf(source, field, asked, matched);
  if (comparison) return { priorities: null, attributes: [comparison] };
  source.say('behaviour', 'A condition that rules here cannot have.');
  return null;
}

/** The priorities, out of the five, that match the condition. */
export function prioritiesOf(source: Source, asked: Asked): Priority[] | null {
  const { operation, expected, isNot } = asked;
  const holds = priorityTest(source, operation, expected ?? '');
  return holds && priorities.filter((one) => holds(one) !== isNot);
}

function priorityTest(
  source: Source,
  operation: string,
  expected: string,
): ((priority: Priority) => boolean) | null {
  switch (operation) {
    case 'equals':
      return isPriority(expected) ? (one) => one === expected : null;
    case 'equals-ignore-whitespace':
      return (one) => one === expected.replaceAll(/\s/g, '');
    case 'contains':
      return (one) => one.includes(expected);
    case 'starts-with':
      return (one) => one.startsWith(expected);
    case 'ends-with':
      return (one) => one.endsWith(expected);
    case 'is-empty':
      return () => false;
    case 'matches':
      return fullMatch(expected);
    case 'greater-than':
    case 'less-than': {
      if (!isPriority(expected)) return null;
      const isMore = operation === 'greater-than';
      source.say(
        'approximated',
        isMore
          ? `Read as more urgent than ${expected}; the other reading is by the number.`
          : `Read as less urgent than ${expected}; the other reading is by the number.`,
        'operation',
      );
      const place = priorities.indexOf(expected);
      return (one) => (isMore ? priorities.indexOf(one) < place : priorities.indexOf(one) > place);
    }
    default:
      return null;
  }
}

function fullMatch(pattern: string): ((text: string) => boolean) | null {
  try {
    const expression = new RegExp(`^(?:${pattern})$`);
    return (text) => expression.test(text);
  } catch {
    return null;
  }
}

function comparisonOf(
  source: Source,
  field: AlertField,
  { operation, expected, isNot }: Asked,
  matched: MatchedAttributes<AlertField>,
): Comparison | null {
  const direct = directComparison(field, operation, expected, isNot);
  if (direct) {
    if (direct.name !== 'Title')
      source.say(
        'approximated',
        `Compared with the attribute ${direct.name}, which the type Opsgenie Alert API sets.`,
        'field',
      );
    return direct;
  }
  const pattern = patternOf(field, operation, expected);
  if (pattern === null) return null;
  return matched.matching(pattern.field ?? field, pattern.pattern, pattern.isNone !== isNot);
}

/** By an attribute as it is; null: that takes a pattern. */
function directComparison(
  field: AlertField,
  operation: string,
  expected: string | null,
  isNot: boolean,
): Comparison | null {
  const name = attributeOf(field);
  if (name === null || expected === null || expected === '') return null;
  if (isList(field)) {
    // The attribute is the list as JSON, in which a text in quotes is all of an item.
    const isItem = field.name === 'tags' && (operation === 'contains' || operation === 'equals');
    return isItem
      ? { name, operator: isNot ? '!contains' : 'contains', value: JSON.stringify(expected) }
      : null;
  }
  if (operation === 'equals') return { name, operator: isNot ? '!=' : '=', value: expected };
  if (operation === 'contains')
    return { name, operator: isNot ? '!contains' : 'contains', value: expected };
  if (Number.isNaN(Number(expected))) return null;
  if (operation === 'greater-than') return { name, operator: isNot ? '<=' : '>', value: expected };
  if (operation === 'less-than') return { name, operator: isNot ? '>=' : '<', value: expected };
  return null;
}

/** `isNone`: nothing may match it. `field`: where it is looked for, if not in the field itself. */
export interface Pattern {
  pattern: string;
  isNone: boolean;
  field?: AlertField;
}

/** The pattern of an operation; one matching item of a list is enough. Null: the operation is not known. */
export function patternOf(
  field: AlertField,
  operation: string,
  expected: string | null,
): Pattern | null {
  const some = (pattern: string): Pattern => ({ pattern, isNone: false });
  const text = expected ?? '';
  switch (operation) {
    case 'matches':
      return some(whole(javaPattern(text)));
    case 'starts-with':
      return some(startsWith(text));
    case 'ends-with':
      return some(endsWith(text));
    case 'equals-ignore-whitespace':
      return some(equalsWithoutSpace(text));
    case 'is-empty':
      return { pattern: notBlank, isNone: true };
    case 'equals':
      return some(whole(quoted(text)));
    case 'contains':
      return some(isList(field) ? whole(quoted(text)) : quoted(text));
    case 'contains-value':
      return field.name === 'details'
        ? { ...some(whole(quoted(text))), field: { name: 'details', key: null } }
        : null;
    case 'contains-key':
      return field.name === 'details'
        ? { ...some('[\\s\\S]'), field: { name: 'details', key: field.key ?? text } }
        : null;
    default:
      return null;
  }
}
