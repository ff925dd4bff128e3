/**
 * Plans the state of a resource after apply. A pure function of schema, configuration and prior state: Terraform calls
 * it once in the plan and again before apply, and both answers must agree.
 *
 * Rules that Terraform enforces and every line here serves: a configured attribute is planned as configured (what only
 * the server sets is never configured, whatever a file says); what is planned as known must come back from apply
 * unchanged; an update that changes nothing is planned as the prior state itself.
 */
import type { Path } from './diagnostics.ts';
import { sameObject, sameValue } from './equality.ts';
import type { Attribute, Attributes, WriteOnlyVariant } from './schema.ts';
import { isComputed, isConfigurable } from './schema.ts';
import type { Value, ValueObject } from './value.ts';
import { isList, isObject, isUnknown, UNKNOWN } from './value.ts';

export interface Plan {
  readonly planned: ValueObject;
  /** Changed attributes that cannot change in place. */
  readonly requiresReplace: readonly Path[];
}

export function planChange(
  attributes: Attributes,
  config: ValueObject,
  prior: ValueObject | null,
): Plan {
  const unchanged = planObject(attributes, config, prior, { isChange: false });
  if (prior !== null && sameObject(attributes, unchanged, prior)) {
    return { planned: prior, requiresReplace: [] };
  }
  const planned = planObject(attributes, config, prior, { isChange: true });
  return {
    planned,
    requiresReplace: prior === null ? [] : replacements(attributes, config, prior, planned, []),
  };
}

interface Mode {
  /** Something changes: attributes the server moves with every change become unknown. */
  readonly isChange: boolean;
}

function planObject(
  attributes: Attributes,
  config: ValueObject,
  prior: ValueObject | null,
  mode: Mode,
): ValueObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      isConfigurable(attribute) &&
      (config[name] ?? null) === null &&
      attribute.variant !== undefined
        ? planSecret(attribute, attribute.variant, config, prior, name)
        : planAttribute(
            attribute,
            isConfigurable(attribute) ? (config[name] ?? null) : null,
            prior === null ? undefined : prior[name],
            mode,
          ),
    ]),
  );
}

/** `prior` is undefined when the object this attribute belongs to did not exist before. */
function planAttribute(
  attribute: Attribute,
  config: Value,
  prior: Value | undefined,
  mode: Mode,
): Value {
  if (attribute.writeOnly === true) return null;
  if (isUnknown(config)) return UNKNOWN;
  if (config !== null) return planConfigured(attribute, config, prior, mode);
  if (!isComputed(attribute)) return null;
  if (attribute.default !== undefined) return attribute.default;
  if (prior === undefined) return UNKNOWN;
  return attribute.volatile === true && mode.isChange ? UNKNOWN : prior;
}

/** A secret that is not configured: stored nowhere while its variant is, else what the server has. */
function planSecret(
  attribute: Attribute,
  { version }: WriteOnlyVariant,
  config: ValueObject,
  prior: ValueObject | null,
  name: string,
): Value {
  if ((config[version] ?? null) !== null || !isComputed(attribute)) return null;
  // The variant was taken out: the server still has what it was sent.
  if (prior === null || (prior[version] ?? null) !== null) return UNKNOWN;
  return prior[name] ?? null;
}

function planConfigured(
  attribute: Attribute,
  config: Value,
  prior: Value | undefined,
  mode: Mode,
): Value {
  const { nested } = attribute;
  if (nested === undefined) return config;
  const one = (item: Value, before: Value | undefined): Value =>
    isObject(item)
      ? planObject(nested.attributes, item, isObject(before) ? before : null, mode)
      : item;
  if (nested.nesting === 'single') return one(config, prior);
  if (isList(config)) {
    const before = isList(prior) ? prior : [];
    // Elements of a set cannot be told apart before and after a change: none has computed parts.
    return config.map((item, index) =>
      one(item, nested.nesting === 'set' ? undefined : atPlace(index, before, config)),
    );
  }
  if (!isObject(config)) return config;
  return Object.fromEntries(
    Object.entries(config).map(([key, item]) => [
      key,
      one(item, isObject(prior) ? prior[key] : undefined),
    ]),
  );
}

/** The element that had this place before, unless another one is configured with its id. */
function atPlace(
  index: number,
  before: readonly Value[],
  config: readonly Value[],
): Value | undefined {
  const present = before[index];
  const id = isObject(present) ? (present.id ?? null) : null;
  const isElsewhere =
    id !== null &&
    config.some((item, place) => place !== index && isObject(item) && item.id === id);
  return isElsewhere ? undefined : present;
}

function replacements(
  attributes: Attributes,
  config: ValueObject,
  prior: ValueObject,
  planned: ValueObject,
  at: Path,
): Path[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const before = prior[name] ?? null;
    const after = planned[name] ?? null;
    if (sameValue(attribute, before, after)) return [];
    const wanted = config[name] ?? null;
    // An attribute that is not configured follows the rest of the object and never forces a replacement.
    if (wanted === null && isComputed(attribute)) return [];
    if (attribute.replaces === true) return [[...at, name]];
    const nested = attribute.nested;
    return nested?.nesting === 'single' && isObject(before) && isObject(after)
      ? replacements(nested.attributes, isObject(wanted) ? wanted : {}, before, after, [
          ...at,
          name,
        ])
      : [];
  });
}
