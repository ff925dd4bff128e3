/**
 * Rules between attributes that a schema cannot express. A value that the server refuses is an error; one that it
 * stores although it means nothing is a warning, or else the configuration of a stored object could not be applied. A
 * rule is silent about unknown values: it runs again when they are known.
 */
import type { ConfigRule } from '../rest/resource.ts';
import type { Diagnostic, Path } from '../runtime/diagnostics.ts';
import { errorAt, warningAt } from '../runtime/diagnostics.ts';
import type { Value, ValueObject } from '../runtime/value.ts';
import { isList, isObject, isUnknown } from '../runtime/value.ts';

type ObjectRule = (object: ValueObject, at: Path) => Diagnostic[];

/** Applies a rule to every object at an address such as `rules[].actions`; '' is the whole. */
export function eachAt(address: string, rule: ObjectRule): ConfigRule {
  const steps = address === '' ? [] : address.split('.');
  return (config) => visit(config, steps, [], rule);
}

function visit(value: Value, steps: readonly string[], at: Path, rule: ObjectRule): Diagnostic[] {
  if (!isObject(value)) return [];
  const [step, ...rest] = steps;
  if (step === undefined) return rule(value, at);
  const name = step.replace(/\[\]$/, '');
  const member = value[name] ?? null;
  if (!step.endsWith('[]')) return visit(member, rest, [...at, name], rule);
  if (!isList(member)) return [];
  return member.flatMap((item, index) => visit(item, rest, [...at, name, index], rule));
}

export function exactlyOneOf(address: string, names: readonly string[]): ConfigRule {
  return eachAt(address, (object, at) => {
    const count = countSet(object, names);
    if (count.set > 1) return tooMany(object, at, names);
    return count.set + count.unknown === 0
      ? [errorAt(at, 'Missing attribute', `Set exactly one of ${names.join(', ')}.`)]
      : [];
  });
}

export function atLeastOneOf(address: string, names: readonly string[]): ConfigRule {
  return eachAt(address, (object, at) =>
    names.every((name) => (object[name] ?? null) === null)
      ? [errorAt(at, 'Missing attribute', `Set ${names.join(' or ')}.`)]
      : [],
  );
}

export function atMostOneOf(address: string, names: readonly string[]): ConfigRule {
  return eachAt(address, (object, at) =>
    countSet(object, names).set > 1 ? tooMany(object, at, names) : [],
  );
}

/** Warns: the server stores several but heeds one. */
export function onlyOneHeeded(address: string, names: readonly string[]): ConfigRule {
  return eachAt(address, (object, at) =>
    countSet(object, names).set > 1
      ? tooMany(object, at, names).map((entry) => ({ ...entry, severity: 'warning' as const }))
      : [],
  );
}

/** Warns: `name` is only meaningful while `other` has one of these values. */
export function onlyWith(
  address: string,
  name: string,
  other: string,
  allowed: readonly Value[],
): ConfigRule {
  return eachAt(address, (object, at) => {
    const given = object[other] ?? null;
    if ((object[name] ?? null) === null || isUnknown(given) || allowed.includes(given)) return [];
    return [
      warningAt(
        [...at, name],
        'Attribute has no effect',
        `${name} needs ${other} = ${allowed.map((value) => JSON.stringify(value)).join(' or ')}.`,
      ),
    ];
  });
}

/** Warns: without `name`, `other` with this value means nothing. */
export function neededWith(address: string, name: string, other: string, value: Value): ConfigRule {
  return eachAt(address, (object, at) =>
    object[other] === value && (object[name] ?? null) === null
      ? [
          warningAt(
            [...at, other],
            'Attribute has no effect',
            `${other} = ${JSON.stringify(value)} needs ${name}.`,
          ),
        ]
      : [],
  );
}

function countSet(object: ValueObject, names: readonly string[]): { set: number; unknown: number } {
  const values = names.map((name) => object[name] ?? null);
  const unknown = values.filter(isUnknown).length;
  return { unknown, set: values.filter((value) => value !== null).length - unknown };
}

function tooMany(object: ValueObject, at: Path, names: readonly string[]): Diagnostic[] {
  const set = names.filter((name) => (object[name] ?? null) !== null && !isUnknown(object[name]));
  const last = set.at(-1) ?? '';
  return [
    errorAt([...at, last], 'Attributes exclude each other', `Set only one of ${set.join(', ')}.`),
  ];
}
