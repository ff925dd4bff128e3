/** Reports what a server would refuse at plan time and at the line of the configuration. */
import type { Diagnostic, Path } from './diagnostics.ts';
import { errorAt } from './diagnostics.ts';
import { nearest } from './nearest.ts';
import { numberToText, wholeNumber } from './number.ts';
import type { Attribute, Attributes, Checks, WriteOnlyVariant } from './schema.ts';
import { isConfigurable } from './schema.ts';
import type { Value, ValueObject } from './value.ts';
import { isList, isNumeric, isObject, isUnknown } from './value.ts';

const summary = 'Invalid attribute value';

/**
 * Checks a value once it is known. A configured attribute that only the server sets is refused at once, known or not: a
 * configured id would be taken for that of the object, which is then another one.
 */
export function validateObject(
  attributes: Attributes,
  config: ValueObject,
  at: Path = [],
): Diagnostic[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => [
    ...validateAttribute(attribute, config[name] ?? null, [...at, name]),
    ...(attribute.variant === undefined
      ? []
      : variantProblems(name, attribute.variant, config, at)),
  ]);
}

/** A secret is given in one way only, and in the way that is not stored with its version. */
function variantProblems(
  name: string,
  { name: variant, version }: WriteOnlyVariant,
  config: ValueObject,
  at: Path,
): Diagnostic[] {
  const [stored, sent, counted] = [name, variant, version].map((one) => config[one] ?? null);
  // An unknown value may turn out to be null.
  if ([stored, sent, counted].some(isUnknown)) return [];
  if (stored !== null && sent !== null) {
    const detail = `Set only one of ${name} and ${variant}.`;
    return [errorAt([...at, variant], 'Attributes exclude each other', detail)];
  }
  if (sent === null && counted !== null) {
    const detail = `${version} is of no use without ${variant}.`;
    return [errorAt([...at, version], 'Missing attribute', detail)];
  }
  if (sent !== null && counted === null) {
    const detail = `${variant} is never stored, so ${version} must say when it has changed: set it to 1, and raise it with every new value.`;
    return [errorAt([...at, variant], 'Missing attribute', detail)];
  }
  return [];
}

function validateAttribute(attribute: Attribute, value: Value, path: Path): Diagnostic[] {
  if (!isConfigurable(attribute)) return value === null ? [] : [readOnly(path)];
  if (isUnknown(value)) return [];
  if (value === null) {
    // Terraform itself lets an explicit null pass for a required part of an object.
    return attribute.presence === 'required'
      ? [errorAt(path, 'Missing attribute', 'A value is required here.')]
      : [];
  }
  if (isList(value)) {
    return [
      ...countProblems(attribute, value, path),
      ...value.flatMap((item, index) =>
        validateElement(attribute, item, isSet(attribute) ? path : [...path, index]),
      ),
    ];
  }
  if (isMap(attribute) && isObject(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      validateElement(attribute, item, [...path, { key }]),
    );
  }
  return validateElement(attribute, value, path);
}

/** In the words of Terraform's own frameworks, which people search for. */
function readOnly(path: Path): Diagnostic {
  return errorAt(
    path,
    'Invalid Configuration for Read-Only Attribute',
    'Only the server sets this attribute: remove it from the configuration. To manage an object that exists already, import it.',
  );
}

function validateElement(attribute: Attribute, value: Value, path: Path): Diagnostic[] {
  if (isUnknown(value)) return [];
  if (value === null) return [errorAt(path, summary, 'Elements must not be null.')];
  if (attribute.nested !== undefined) {
    return isObject(value) ? validateObject(attribute.nested.attributes, value, path) : [];
  }
  return attribute.checks === undefined
    ? []
    : problemsOf(attribute.checks, value).map((problem) => errorAt(path, summary, problem));
}

function countProblems(attribute: Attribute, items: readonly Value[], path: Path): Diagnostic[] {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = attribute;
  if (items.length < minItems) {
    return [
      errorAt(path, summary, `Must hold at least ${minItems} element(s), holds ${items.length}.`),
    ];
  }
  return items.length > maxItems
    ? [errorAt(path, summary, `Must hold at most ${maxItems} element(s), holds ${items.length}.`)]
    : [];
}

function problemsOf(checks: Checks, value: Value): string[] {
  if (typeof value === 'string') return textProblems(checks, value);
  return isNumeric(value) ? numberProblems(checks, value) : [];
}

function textProblems(checks: Checks, value: string): string[] {
  const problems: string[] = [];
  const length = [...value].length;
  if (checks.enum !== undefined && !checks.enum.includes(value)) {
    problems.push(
      `Must be one of ${checks.enum.join(', ')}; got "${value}".${suggestion(checks.enum, value)}`,
    );
  }
  if (checks.pattern !== undefined && !new RegExp(checks.pattern, 'u').test(value)) {
    const meaning = checks.patternMeaning ?? `Must match ${checks.pattern}.`;
    problems.push(`Got "${value}". Expected: ${meaning}`);
  }
  if (checks.minLength !== undefined && length < checks.minLength) {
    problems.push(
      checks.minLength === 1
        ? 'Must not be empty.'
        : `Must have at least ${checks.minLength} characters, has ${length}.`,
    );
  }
  if (checks.maxLength !== undefined && length > checks.maxLength) {
    problems.push(`Must have at most ${checks.maxLength} characters, has ${length}.`);
  }
  return problems;
}

function numberProblems(checks: Checks, value: number | { readonly text: string }): string[] {
  if (!isNumeric(value)) return [];
  const text = numberToText(value);
  const number = Number(text);
  const problems: string[] = [];
  if (checks.integer === true && wholeNumber(value) === undefined) {
    problems.push(`Must be a whole number; got ${text}.`);
  }
  if (checks.enum !== undefined && !checks.enum.includes(number)) {
    problems.push(`Must be one of ${checks.enum.join(', ')}; got ${text}.`);
  }
  if (checks.minimum !== undefined && number < checks.minimum) {
    problems.push(`Must be at least ${checks.minimum}; got ${text}.`);
  }
  if (checks.maximum !== undefined && number > checks.maximum) {
    problems.push(`Must be at most ${checks.maximum}; got ${text}.`);
  }
  return problems;
}

function suggestion(allowed: readonly (string | number)[], value: string): string {
  const near = nearest(allowed.map(String), value);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}

function isSet(attribute: Attribute): boolean {
  if (attribute.nested !== undefined) return attribute.nested.nesting === 'set';
  return typeof attribute.type === 'object' && 'set' in attribute.type;
}

function isMap(attribute: Attribute): boolean {
  if (attribute.nested !== undefined) return attribute.nested.nesting === 'map';
  return typeof attribute.type === 'object' && 'map' in attribute.type;
}
