import { expect } from 'vitest';

export const urns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  bulk: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** JSON of an answer. Tests look inside without saying beforehand what is there. */
// biome-ignore lint/suspicious/noExplicitAny: what is not there fails the expectation.
export type Body = any;

export interface Reply {
  status: number;
  headers: Headers;
  body: Body;
}

type Headers_ = Record<string, string>;

/** SCIM requests with one key. Every answer is checked for what holds of all of them. */
export interface ScimClient {
  readonly baseUrl: string;
  get(path: string, headers?: Headers_): Promise<Reply>;
  post(path: string, body: unknown, headers?: Headers_): Promise<Reply>;
  put(path: string, body: unknown, headers?: Headers_): Promise<Reply>;
  patch(path: string, operations: unknown, headers?: Headers_): Promise<Reply>;
  delete(path: string, headers?: Headers_): Promise<Reply>;
  /** The body is sent as it is. */
  send(method: string, path: string, body?: string, headers?: Headers_): Promise<Reply>;
  /** Makes a user, which must succeed. */
  user(attributes?: object): Promise<Body>;
  /**
   * Deletes those whom `user` made, so that their e-mail addresses are free again: a person of ours has one of their
   * own.
   */
  removeUsers(): Promise<void>;
  /** Makes a group, which must succeed. */
  group(displayName: string, memberIds?: readonly string[]): Promise<Body>;
}

let counter = 0;

export function createScimClient(baseUrl: string, key: string): ScimClient {
  const send: ScimClient['send'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    const reply = {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    demandForm(reply);
    return reply;
  };
  const made: string[] = [];
  const json = (method: string) => (path: string, body: unknown, headers?: Headers_) =>
    send(method, path, JSON.stringify(body), headers);
  const post = json('POST');
  return {
    baseUrl,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    post,
    put: json('PUT'),
    patch: (path, operations, headers) =>
      send(
        'PATCH',
        path,
        JSON.stringify({ schemas: [urns.patch], Operations: operations }),
        headers,
      ),
    async user(attributes = {}) {
      counter += 1;
      const reply = await post('/Users', {
        schemas: [urns.user],
        userName: `person-${counter}-${crypto.randomUUID()}@example.com`,
        ...attributes,
      });
      expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ id: expect.any(String) });
      expect(reply.status).toBe(201);
      made.push(reply.body.id);
      return reply.body;
    },
    async removeUsers() {
      await Promise.all(made.splice(0).map((id) => send('DELETE', `/Users/${id}`)));
    },
    async group(displayName, memberIds = []) {
      const members = memberIds.map((value) => ({ value }));
      const reply = await post('/Groups', { schemas: [urns.group], displayName, members });
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      return reply.body;
    },
  };
}

/** RFC 7644 sections 3.1, 3.12 and 3.14. */
function demandForm({ status, headers, body }: Reply): void {
  if (body === undefined) {
    expect([204, 304]).toContain(status);
    return;
  }
  expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  if (status >= 400) {
    expect(body.schemas).toEqual([urns.error]);
    expect(body.status).toBe(String(status));
    expect(body.detail).toEqual(expect.any(String));
    expect(body.detail).not.toBe('');
    return;
  }
  expect(body.schemas.length).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/[^\\]"(?::null[,}]|password)/i);
  if (body.meta?.version === undefined) return;
  expect(headers.get('etag')).toBe(body.meta.version);
  expect(headers.get('location')).toBe(body.meta.location);
}
