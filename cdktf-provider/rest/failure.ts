/** A request that did not succeed, in words for the person who runs Terraform. */
import type { Value } from '../runtime/value.ts';
import { isList, isObject } from '../runtime/value.ts';
import type { ApiRequest } from './request.ts';

export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly summary: string;
  /** Messages by member of the request, spelled as the API spells them. */
  readonly members: Readonly<Record<string, readonly string[]>>;
  /** The request was sent, and may have been carried out although no answer says so. */
  readonly isUnsettled: boolean;

  constructor(
    summary: string,
    detail: string,
    options: {
      status?: number;
      members?: Readonly<Record<string, readonly string[]>>;
      cause?: unknown;
      isUnsettled?: boolean;
    } = {},
  ) {
    const isUnsettled = options.isUnsettled === true;
    super(isUnsettled ? `${detail}\n${unsettled}` : detail, { cause: options.cause });
    this.isUnsettled = isUnsettled;
    this.summary = summary;
    this.status = options.status;
    this.members = options.members ?? {};
  }
}

const unsettled =
  'The request was sent, so the server may have carried it out all the same: an object to be created may exist now.';

const summaries: Readonly<Record<number, string>> = {
  400: 'The Tocsin server refused the values',
  401: 'The Tocsin server does not accept the API key',
  403: 'The API key may not do this',
  404: 'Not found on the Tocsin server',
  409: 'Conflict with what the Tocsin server has stored',
  413: 'The request is too large',
  429: 'The request limit of the API key is used up',
};

const advice: Readonly<Record<number, string>> = {
  401: 'Check the provider argument api_key or the environment variable TOCSIN_API_KEY.',
  403: 'Give the key the scope or role that the server names, or use another key.',
  429: 'Lower the parallelism (terraform apply -parallelism=2) or raise TOCSIN_RATE_LIMITS on the server.',
};

export function readProblem(
  request: ApiRequest,
  answer: { readonly status: number; readonly body: Value; readonly requestId: string | null },
  isUnsettled = false,
): ApiFailure {
  const { status, body } = answer;
  const problem = isObject(body) ? body : {};
  const members = membersAtFault(problem.errors ?? null);
  const said = [problem.detail, problem.title].find((text) => typeof text === 'string');
  const listed = isList(problem.errors) ? problem.errors.map(descriptionOf) : [];
  const trace = [problem.traceId, answer.requestId].find((text) => typeof text === 'string');
  const detail = [
    ...(said === undefined ? [] : [String(said)]),
    ...listed,
    ...(said === undefined && typeof body === 'string' ? [body] : []),
    advice[status] ?? '',
    `${request.method} ${request.path} answered ${status}${trace === undefined ? '' : ` (trace ${trace})`}.`,
  ];
  return new ApiFailure(
    summaries[status] ?? 'The Tocsin server failed',
    detail.filter((line) => line !== '').join('\n'),
    { status, members, isUnsettled },
  );
}

/** TLS came to nothing, so no request was sent: an unknown authority, another name, an old certificate. */
export function isDistrust(code: string): boolean {
  return /CERT|SIGNATURE|^ERR_(SSL|TLS)|^EPROTO$/.test(code);
}

export function networkFailure(
  request: ApiRequest,
  baseUrl: string,
  { code, cause }: { readonly code: string; readonly cause: unknown },
  isUnsettled: boolean,
): ApiFailure {
  const said = cause instanceof Error ? rootOf(cause).message || cause.message : String(cause);
  const hint = isDistrust(code)
    ? 'Which authority signs the certificate of the server? Name it by the provider argument ca_cert, or by SSL_CERT_FILE.'
    : code === 'NOT_JSON'
      ? 'The answer is not JSON: is the endpoint that of a Tocsin server?'
      : 'Is the server running, and is the endpoint right (provider argument endpoint, or TOCSIN_ENDPOINT)? Is there a proxy between (HTTPS_PROXY)?';
  return new ApiFailure(
    'The Tocsin server cannot be reached',
    `${request.method} ${baseUrl}${request.path} failed: ${said} (${code}).\n${hint}`,
    { cause, isUnsettled },
  );
}

function membersAtFault(errors: Value): Record<string, string[]> {
  if (!isObject(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([member, messages]) => [
      member,
      isList(messages) ? messages.map(String) : [String(messages)],
    ]),
  );
}

/** The list form `{"succeeded":false,"errors":[{"description":…}]}`, public-api.md section 1.1. */
function descriptionOf(entry: Value): string {
  return isObject(entry) && typeof entry.description === 'string' ? entry.description : '';
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
