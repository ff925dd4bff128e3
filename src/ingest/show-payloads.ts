import { bodyToPayload, type RawBody } from '../bodies/index.ts';
import { textOfBytes } from '../kernel/index.ts';
import type { Intake } from './intake.ts';
import { smallBodyBytesMax } from './limits.ts';
import type { PayloadDocument } from './model.ts';
import { isCostly } from './reading-cost.ts';
import { rawBodyOf } from './received.ts';

/**
 * The JSON text of each payload as mappings see it. Large ones, and many, are read in the thread that reads those of
 * webhooks; one that takes too much for it is shown as text.
 */
export async function showPayloads(
  { largeBodies }: Pick<Intake, 'largeBodies'>,
  integrationId: string,
  payloads: readonly PayloadDocument[],
): Promise<string[]> {
  const raws = payloads.map(rawBodyOf);
  const bytes = raws.reduce((sum, { body }) => sum + body.length, 0);
  if (bytes > smallBodyBytesMax || isCostly({ body: Buffer.concat(raws.map(({ body }) => body)) }))
    return (await largeBodies.show(integrationId, raws)) ?? raws.map(asText);
  return Promise.all(raws.map(async (raw) => JSON.stringify((await bodyToPayload(raw)).payload)));
}

function asText({ body, headers, method, query }: RawBody): string {
  return JSON.stringify({ textBody: textOfBytes(body, undefined).text, headers, method, query });
}
