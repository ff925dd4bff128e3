/** Secrets that a new object needs and that its configuration gives in neither way. */
import type { Diagnostic, Path } from './diagnostics.ts';
import { errorAt } from './diagnostics.ts';
import type { Attribute, Attributes } from './schema.ts';
import type { Value, ValueObject } from './value.ts';
import { isList, isObject, isUnknown } from './value.ts';

/**
 * Said while planning and not while validating: of an object that is there already the secret stays as it is, so a file
 * that Terraform generates, which names no secret, changes nothing.
 */
export function missingSecrets(
  attributes: Attributes,
  config: ValueObject,
  prior: ValueObject | null,
  at: Path = [],
): Diagnostic[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const { variant, nested } = attribute;
    const value = config[name] ?? null;
    if (nested !== undefined)
      return insideOf(attribute, value, prior?.[name] ?? null, [...at, name]);
    if (variant?.required !== true) return [];
    const given = [value, config[variant.name] ?? null];
    const known = [prior?.[name] ?? null, prior?.[variant.version] ?? null];
    if ([...given, ...known].some((one) => one !== null)) return [];
    const detail = `Set exactly one of ${name} and ${variant.name}.`;
    return [errorAt([...at, name], 'Missing attribute', detail)];
  });
}

function insideOf({ nested }: Attribute, config: Value, prior: Value, at: Path): Diagnostic[] {
  if (nested === undefined || isUnknown(config)) return [];
  const one = (item: Value, before: Value, path: Path) =>
    isObject(item)
      ? missingSecrets(nested.attributes, item, isObject(before) ? before : null, path)
      : [];
  if (nested.nesting === 'single') return one(config, prior, at);
  // Terraform knows no write-only attributes in sets, and the schema has no maps of objects with secrets.
  if (!isList(config) || nested.nesting !== 'list') return [];
  return config.flatMap((item, index) =>
    one(item, isList(prior) ? (prior[index] ?? null) : null, [...at, index]),
  );
}
