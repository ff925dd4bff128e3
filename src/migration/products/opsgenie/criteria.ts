import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';
import { isPriority, type Priority, priorities } from './severities.ts';

type Conditions = NonNullable<Bodies['tocsin_routing']['rules']>[number]['conditions'];
export type AttributeCondition = NonNullable<Conditions['attributes']>[number];

/** Conditions that hold together. Null priorities are all. */
export interface Alternative {
  priorities: Priority[] | null;
  attributes: AttributeCondition[];
}

/** Attributes as the mapping of the type Opsgenie Alert API names them. */
const attributeNames: Readonly<Record<string, string>> = {
  message: 'Title',
  description: 'Description',
  entity: 'Entity',
  source: 'Source',
  tags: 'Tags',
  note: 'Note',
};

/**
 * What an alert must be: one of these alternatives. Null, with a line, where a condition has no counterpart: whoever
 * asks must not go on as if it were not there.
 */
export function alternativesIn(source: Source, member: string): Alternative[] | null {
  const filter = source.at(member);
  const always: Alternative[] = [{ priorities: null, attributes: [] }];
  if (!filter) return always;
  const named = filter.text('conditionMatchType');
  const type = filter.text('type') ?? named ?? 'match-all';
  if (type === 'match-all') return always;
  if (type !== 'match-all-conditions' && type !== 'match-any-condition') {
    filter.say('behaviour', 'A way to combine conditions that is not known.');
    return null;
  }
  const read = filter.list('conditions').map(alternativeOf);
  const known = read.filter((one) => one !== null);
  if (known.length < read.length) return null;
  if (known.length === 0) return always;
  return type === 'match-any-condition' ? known : [together(known)];
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

function alternativeOf(condition: Source): Alternative | null {
  const field = condition.text('field') ?? '';
  const isNot = condition.flag('not') ?? false;
  const operation = condition.text('operation') ?? '';
  const expected = condition.text('expectedValue');
  const found =
    field === 'priority'
      ? priorityCondition(condition, operation, expected, isNot)
      : attributeCondition(condition, field, operation, expected, isNot);
  if (!found) condition.say('behaviour', 'A condition that rules here cannot have.');
  return found;
}

function priorityCondition(
  condition: Source,
  operation: string,
  expected: string | null,
  isNot: boolean,
): Alternative | null {
  if (!isPriority(expected)) return null;
  const place = priorities.indexOf(expected);
  const chosen = priorities.filter((_, index) => {
    if (operation === 'equals') return index === place;
    return operation === 'greater-than' ? index < place : index > place;
  });
  if (operation !== 'equals' && operation !== 'greater-than' && operation !== 'less-than')
    return null;
  if (operation !== 'equals')
    condition.say(
      'approximated',
      `Read as ${operation === 'greater-than' ? 'more' : 'less'} urgent than ${expected}; ` +
        'the other reading is by the number.',
      'operation',
    );
  return {
    priorities: isNot ? priorities.filter((one) => !chosen.includes(one)) : chosen,
    attributes: [],
  };
}

function attributeCondition(
  condition: Source,
  field: string,
  operation: string,
  expected: string | null,
  isNot: boolean,
): Alternative | null {
  const name =
    field === 'extra-properties' || field === 'details'
      ? condition.text('key')
      : (attributeNames[field] ?? null);
  const operator = operatorOf(operation, isNot, expected);
  if (!name || !operator || expected === null) return null;
  if (name !== 'Title')
    condition.say(
      'approximated',
      `Compared with the attribute ${name}, which the type Opsgenie Alert API sets.`,
      'field',
    );
  return { priorities: null, attributes: [{ name, operator, value: expected }] };
}

function operatorOf(
  operation: string,
  isNot: boolean,
  expected: string | null,
): AttributeCondition['operator'] | null {
  if (operation === 'equals') return isNot ? '!=' : '=';
  if (operation === 'contains') return isNot ? '!contains' : 'contains';
  if (expected === null || expected === '' || Number.isNaN(Number(expected))) return null;
  if (operation === 'greater-than') return isNot ? '<=' : '>';
  if (operation === 'less-than') return isNot ? '>=' : '<';
  return null;
}
