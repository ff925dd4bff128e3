export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text where it is none. */
  body: Record<string, unknown>;
  text: string;
}

export interface ApiClient {
  get(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  delete(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer>;
  /** Posts and gives back the id of what was made; throws with the answer when it was not. */
  make(path: string, body: unknown): Promise<string>;
}

/** Plain fetch against one base URL, as somebody's first client would be. */
export function createApiClient(baseUrl: string, ownHeaders: Record<string, string>): ApiClient {
  const call: ApiClient['call'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        // A form says where its parts end.
        ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...ownHeaders,
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await textOf(response);
    return { status: response.status, headers: response.headers, body: parsed(text), text };
  };
  return clientOf(call);
}

/** A client whose requests all go through `call`. */
export function clientOf(call: ApiClient['call']): ApiClient {
  return {
    call,
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
    async make(path, body) {
      const answer = await call('POST', path, body);
      if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
      return String(answer.body.id);
    },
  };
}

/** A stream of events has no end to wait for. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response.text();
  await response.body?.cancel();
  return '';
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
