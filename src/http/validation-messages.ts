import type { AppError } from '../kernel/index.ts';
import {
  inEnglish,
  patternSentence,
  refusedMembers,
  type Sentence,
  say,
  words,
} from '../sentences/index.ts';

/** A mistake as the JSON Schema validator reports it. */
export interface SchemaError {
  instancePath: string;
  keyword?: string;
  message?: string;
  params?: unknown;
  /** The schema that has the keyword. */
  parentSchema?: object;
}

const errorsMax = 50;

/** A 400 that names each field and what is wrong with it. */
export function invalidRequest(errors: readonly SchemaError[]): AppError {
  const members = new Map<string, Map<string, Sentence>>();
  const mismatched = new Set(errors.filter(isMismatch).map(({ instancePath }) => instancePath));
  // How a text must be says all: that it is too short, or no moment, is the same mistake.
  const said = errors.filter((one) => isMismatch(one) || !mismatched.has(one.instancePath));
  for (const error of said.slice(0, errorsMax)) {
    const member = fieldPath(error.instancePath, paramsOf(error).missingProperty);
    const reasons = members.get(member) ?? new Map();
    members.set(member, reasons);
    const reason = reasonOf(error);
    reasons.set(inEnglish(reason), reason);
  }
  return refusedMembers(
    Object.fromEntries([...members].map(([member, reasons]) => [member, [...reasons.values()]])),
  );
}

function isMismatch({ keyword }: SchemaError): boolean {
  return keyword === 'pattern';
}

interface ErrorParams {
  allowedValues?: unknown[];
  missingProperty?: string;
  format?: string;
  limit?: number;
  multipleOf?: number;
  type?: unknown;
}

function paramsOf({ params }: SchemaError): ErrorParams {
  return typeof params === 'object' && params !== null ? params : {};
}

function reasonOf(error: SchemaError): Sentence {
  const { allowedValues, missingProperty, format } = paramsOf(error);
  if (allowedValues) return say('mustBeOneOf', { values: allowedValues.join(',') });
  if (missingProperty) return say('mustBeGiven');
  if (format === 'date-time') return say('mustExistAsTime');
  // An empty list: what to write instead.
  if (error.keyword === 'minItems' && paramsOf(error).limit === 1) return say('mustNameSome');
  return (
    byKeyword(error) ?? (error.message === undefined ? say('isInvalid') : words(error.message))
  );
}

/** Our sentence for the validator's keyword. */
function byKeyword(error: SchemaError): Sentence | null {
  const { limit = 0, multipleOf = 1, format = '', type } = paramsOf(error);
  switch (error.keyword) {
    case 'minLength':
      return say('mustBeLonger', { limit });
    case 'maxLength':
      return say('mustBeShorter', { limit });
    case 'minItems':
      return say('mustHaveMoreItems', { limit });
    case 'maxItems':
      return say('mustHaveFewerItems', { limit });
    case 'minimum':
      return say('mustBeAtLeast', { limit });
    case 'maximum':
      return say('mustBeAtMost', { limit });
    case 'multipleOf':
      return say('mustBeMultipleOf', { multiple: multipleOf });
    case 'pattern':
      return patternSentence(error.parentSchema);
    case 'format':
      return say('mustMatchFormat', { format });
    case 'type':
      return say('mustBeOfType', { type: String(type) });
    case 'additionalProperties':
      return say('mustHaveNoOthers');
    default:
      return null;
  }
}

/** `/requestBody/rules/0/conditions` -> `rules[0].conditions`; path and query parameters by name. */
function fieldPath(instancePath: string, missing: string | undefined): string {
  const parts = instancePath.split('/').slice(2);
  if (missing !== undefined && missing !== 'requestBody') parts.push(missing);
  let path = '';
  for (const part of parts) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path += /^\d+$/.test(name) ? `[${name}]` : path === '' ? name : `.${name}`;
  }
  return path === '' ? 'body' : path;
}
