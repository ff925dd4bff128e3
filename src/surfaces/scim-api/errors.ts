import { errorBody, ScimError, type ScimType, toScimError } from '../../../scim/index.ts';
import { toAppError, type WriteError } from '../../http/index.ts';
import { type AppError, type Log, problems } from '../../kernel/index.ts';
import { inEnglish, say } from '../../sentences/index.ts';

export const scimMediaType = 'application/scim+json';

/** Everything that is thrown, as SCIM clients expect it: also 401, 404, 405, 413, 415, 429 and 500. */
export function writeScimErrors(log: Log): WriteError {
  return (error, { requestId }) => {
    const { status, message, scimType } = scimErrorOf(error, log, requestId);
    const headers: Record<string, string> = { ...(toScimError(error) ? {} : headersOf(error)) };
    if (status === 503) headers['retry-after'] ??= '1';
    if (status === 401) headers['www-authenticate'] ??= 'Bearer realm="tocsin"';
    return {
      status,
      headers: { ...headers, 'content-type': `${scimMediaType}; charset=utf-8` },
      body: JSON.stringify(errorBody(status, message, scimType)),
    };
  };
}

/** The error for a client; only faults of our own are logged. */
export function scimErrorOf(error: unknown, log: Log, requestId: string): ScimError {
  const known = toScimError(error);
  if (known) return known;
  const { code, message, fields } = toAppError(error);
  const { status, title } = problems[code];
  if (status >= 500) log.error({ err: error, requestId }, 'SCIM request failed');
  return new ScimError(
    status,
    status === 500 ? inEnglish(say(title)) : detailOf(message, fields),
    scimTypeOf(code),
  );
}

function headersOf(error: unknown): Readonly<Record<string, string>> {
  return toAppError(error).headers ?? {};
}

function detailOf(message: string, fields: AppError['fields']): string {
  const reasons = Object.entries(fields ?? {}).map(
    ([name, texts]) => `${name} ${texts.join(', ')}`,
  );
  return reasons.length > 0 ? `${message} ${reasons.join('; ')}.` : message;
}

function scimTypeOf(code: AppError['code']): ScimType | undefined {
  switch (code) {
    case 'malformed-body':
      return 'invalidSyntax';
    case 'validation-failed':
      return 'invalidValue';
    case 'conflict':
      return 'uniqueness';
    default:
      return undefined;
  }
}
