import type { AskInProcess, InnerAnswer } from '../../http/index.ts';
import type { ApiCaller } from '../public-api/index.ts';
import type { Selection, Toolbox } from './tool-list.ts';

/** One request to this surface: whose, and how the API is asked for them. */
export interface Asking {
  readonly caller: ApiCaller;
  /** The credentials of the caller, as they sent them. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly address: string;
  /** The name that the program gave itself; undefined if it gave none. */
  readonly client: string | undefined;
  readonly requestId: string;
  readonly basePath: string;
  readonly toolbox: Toolbox;
  readonly selection: Selection;
  readonly ask: AskInProcess;
  readonly asTerraform: AsTerraform;
}

/** How an object would stand in Terraform that an operation would write; null where none writes it so. */
export type AsTerraform = (suggested: {
  operationId: string;
  /** Null for what does not exist. */
  id: string | null;
  value: object;
}) => Promise<{ type: string; text: string } | null>;

export interface ApiRequest {
  method: string;
  /** Below the base path of the API, with the query. */
  path: string;
  body?: Buffer | undefined;
  headers?: Readonly<Record<string, string>>;
}

/** Asks the API for the caller. */
export function askApi(
  { ask, credentials, address, client, requestId, basePath }: Asking,
  tool: string,
  { method, path, body, headers }: ApiRequest,
): Promise<InnerAnswer> {
  return ask({
    method,
    url: `${basePath}${path}`,
    headers: {
      ...credentials,
      'x-request-id': requestId,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    body,
    address,
    through: { surface: 'mcp', tool, client },
  });
}
