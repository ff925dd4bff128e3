import { isObject } from '../../kernel/index.ts';
import type { Graphql } from '../products/product.ts';
import { type Answer, type Client, ReadError } from './client.ts';

export interface GraphqlRequest {
  path: string;
  operation: string;
  variables: Readonly<Record<string, string>>;
}

/** By how GraphQL says it: with a status of 200, and no code that all servers share. */
const denied = /denied|unauthorized|forbidden|permission/i;

/**
 * Asks one operation of the document. An answer with errors is a refusal, also where it has some data beside them: what
 * is left out there is not known.
 */
export async function askGraphql(
  client: Client,
  { document, wrongKey }: Graphql,
  { path, operation, variables }: GraphqlRequest,
): Promise<Answer> {
  const answer = await client.read(
    path,
    { 'content-type': 'application/json' },
    { query: document, operationName: operation, variables },
  );
  if (answer.outcome === 'refused' && wrongKey.says.test(answer.said))
    throw new ReadError(wrongKey.hint, { endsRun: true });
  if (answer.outcome === 'refused') return answer;
  const errors = isObject(answer.body) ? answer.body.errors : null;
  if (!Array.isArray(errors) || errors.length === 0) return answer;
  const [first]: unknown[] = errors;
  const message = isObject(first) && typeof first.message === 'string' ? first.message : 'an error';
  if (wrongKey.says.test(message)) throw new ReadError(wrongKey.hint, { endsRun: true });
  const said = `: ${message.replaceAll(/\s+/g, ' ').slice(0, 200)}`;
  return { outcome: 'refused', status: denied.test(message) ? 403 : 400, said };
}
