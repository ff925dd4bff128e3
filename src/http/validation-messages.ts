import { AppError, type FieldErrors } from '../kernel/index.ts';

/** A mistake as the JSON Schema validator reports it. */
export interface SchemaError {
  instancePath: string;
  keyword?: string;
  message?: string;
  params?: unknown;
}

const errorsMax = 50;

/** A 400 that names each field and what is wrong with it. */
export function invalidRequest(errors: readonly SchemaError[]): AppError {
  const fields: FieldErrors = {};
  for (const error of errors.slice(0, errorsMax)) {
    const field = fieldPath(error.instancePath, paramsOf(error).missingProperty);
    const messages = fields[field] ?? [];
    fields[field] = messages;
    const message = messageOf(error);
    if (!messages.includes(message)) messages.push(message);
  }
  const named = Object.keys(fields);
  return new AppError('validation-failed', `Check ${named.slice(0, 5).join(', ')}.`, { fields });
}

interface ErrorParams {
  allowedValues?: unknown[];
  missingProperty?: string;
  format?: string;
}

function paramsOf({ params }: SchemaError): ErrorParams {
  return typeof params === 'object' && params !== null ? params : {};
}

function messageOf(error: SchemaError): string {
  const { allowedValues, missingProperty, format } = paramsOf(error);
  if (allowedValues) return `Values must be one of ${allowedValues.join(',')}`;
  if (missingProperty) return 'is required';
  if (format === 'date-time') return 'is not an existing date and time';
  return error.message ?? 'is not valid';
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
