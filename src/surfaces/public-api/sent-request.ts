import { keptHeaders, keptQuery, type RawBody } from '../../bodies/index.ts';
import type { IntegrationType } from '../../catalogue/index.ts';
import type { components } from '../../contract/index.ts';

type SentRequest = NonNullable<components['schemas']['NullableSentRequest']>;

/** The request that somebody describes, as a webhook would keep it. */
export function rawOf(
  { method, contentType: given, headers, query, body }: SentRequest,
  type: Pick<IntegrationType, 'verificationHeader'>,
): RawBody {
  const sentHeaders = Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const contentType = given ?? sentHeaders['content-type'] ?? 'application/json';
  return {
    method: method?.toUpperCase() ?? 'POST',
    contentType,
    headers: keptHeaders({ ...sentHeaders, 'content-type': contentType }, type.verificationHeader),
    query: keptQuery(query ?? ''),
    body: Buffer.from(body, 'utf8'),
  };
}
