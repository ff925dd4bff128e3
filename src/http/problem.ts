import { AppError, type FieldErrors, type Log, problems } from '../kernel/index.ts';
import { inEnglish, refusal, type Sentence, say } from '../sentences/index.ts';
import { isStoreFailure } from '../store/index.ts';

/** RFC 9457 problem details, with an `errors` map of messages by field. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  instance?: string;
  code: string;
  errors?: FieldErrors;
  titleSentence: Sentence;
  detailSentence?: Sentence;
  errorSentences?: Readonly<Record<string, readonly Sentence[]>>;
  traceId: string;
}

export interface ProblemAnswer {
  status: number;
  headers: Record<string, string>;
  body: Problem;
}

/** Turns anything thrown into the answer for the caller; only our own faults are logged as errors. */
export function toProblem(
  error: unknown,
  requestId: string,
  path: string,
  log: Log,
): ProblemAnswer {
  const known = toAppError(error);
  const { status, title } = problems[known.code];
  const { detail, fields } = known.said;
  const titleSentence = say(title);
  if (status >= 500) log.error({ err: error, requestId }, 'request failed');
  const body: Problem = {
    type: `https://tocsin.dev/problems/${known.code}`,
    title: inEnglish(titleSentence),
    titleSentence,
    status,
    instance: path,
    code: known.code,
    traceId: requestId,
    ...known.members,
  };
  if (status !== 500) {
    body.detail = known.message;
    body.detailSentence = detail;
  }
  if (fields) body.errorSentences = fields;
  // Clients read `errors` on 400, 401 and 403, whatever the cause.
  if (known.fields) body.errors = known.fields;
  else if (status === 400 || status === 401 || status === 403)
    body.errors = { request: [known.message] };
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    ...known.headers,
  };
  if (status === 401) headers['www-authenticate'] ??= 'Bearer realm="tocsin"';
  return { status, headers, body };
}

/** The error that a caller may see for anything thrown; a fault of our own is `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isBodyError(error)) {
    if (error.type === 'entity.too.large') return refusal('payload-too-large', say('bodyTooLarge'));
    if (error.type === 'encoding.unsupported' || error.type === 'charset.unsupported')
      return new AppError('unsupported-media-type', say('sendUtf8Json', { reason: error.message }));
    return new AppError('malformed-body', say('bodyNoJsonBecause', { reason: error.message }));
  }
  // Express cannot decode a path with an invalid percent sign.
  if (error instanceof URIError) return new AppError('not-found', say('percentSignInAddress'));
  if (isStoreFailure(error))
    return refusal('store-unavailable', say('databaseAway'), {
      cause: error,
      headers: { 'retry-after': '5' },
    });
  return new AppError('internal', say('problemInternal'), { cause: error });
}

/** An error of Express's body parser (`http-errors` with a `type`). */
function isBodyError(error: unknown): error is Error & { type: string; status: number } {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status < 500
  );
}
