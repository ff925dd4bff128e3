/** Bringing a server's answer together with what Terraform already holds. */
import { equivalentValue } from './equality.ts';
import type { Attribute, Attributes } from './schema.ts';
import type { Value, ValueObject } from './value.ts';
import { isList, isObject, isUnknown } from './value.ts';

/**
 * State after apply: what was planned, with everything unknown taken from the answer. A server that
 * spells a planned value differently must not change it here (Terraform refuses that); the next
 * read shows the difference.
 */
export function settleApply(
  attributes: Attributes,
  planned: ValueObject,
  answer: ValueObject,
): ValueObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      attribute.writeOnly === true
        ? null
        : settleAttribute(attribute, planned[name] ?? null, answer[name] ?? null),
    ]),
  );
}

function settleAttribute(attribute: Attribute, planned: Value, answer: Value): Value {
  if (isUnknown(planned)) return withoutWriteOnly(attribute, answer);
  const { nested } = attribute;
  if (nested === undefined) return planned;
  const one = (item: Value, answered: Value): Value => {
    if (isUnknown(item)) return answered;
    return isObject(item)
      ? settleApply(nested.attributes, item, isObject(answered) ? answered : {})
      : item;
  };
  if (isList(planned)) {
    return planned.map((item, index) => one(item, isList(answer) ? (answer[index] ?? null) : null));
  }
  if (nested.nesting === 'map' && isObject(planned)) {
    return Object.fromEntries(
      Object.entries(planned).map(([key, item]) => [
        key,
        one(item, isObject(answer) ? (answer[key] ?? null) : null),
      ]),
    );
  }
  return one(planned, answer);
}

/**
 * State after a read: the answer, except that a value which says the same in other words keeps the
 * spelling Terraform already has, and that what a server never tells is kept as it is.
 */
export function settleRead(
  attributes: Attributes,
  stored: ValueObject,
  answer: ValueObject,
): ValueObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      attribute.variant !== undefined && (stored[attribute.variant.version] ?? null) !== null
        ? null
        : readAttribute(attribute, stored[name] ?? null, answer[name] ?? null),
    ]),
  );
}

function readAttribute(attribute: Attribute, stored: Value, answer: Value): Value {
  if (attribute.writeOnly === true) return null;
  if (attribute.local === true || equivalentValue(attribute, stored, answer)) return stored;
  const { nested } = attribute;
  if (nested === undefined || answer === null) return answer;
  const one = (item: Value, before: Value): Value =>
    isObject(item) ? settleRead(nested.attributes, isObject(before) ? before : {}, item) : item;
  if (isList(answer)) {
    const before = isList(stored) ? stored : [];
    return answer.map((item, index) => one(item, before[index] ?? null));
  }
  if (nested.nesting === 'map' && isObject(answer)) {
    const before = isObject(stored) ? stored : {};
    return Object.fromEntries(
      Object.entries(answer).map(([key, item]) => [key, one(item, before[key] ?? null)]),
    );
  }
  return one(answer, stored);
}

function withoutWriteOnly(attribute: Attribute, value: Value): Value {
  const { nested } = attribute;
  if (nested === undefined || value === null) return value;
  const one = (item: Value): Value =>
    isObject(item) ? settleRead(nested.attributes, {}, item) : item;
  return isList(value) ? value.map(one) : one(value);
}
