import type { IntakeView } from '../integrations/index.ts';
import type { IntakeAnswer } from './apply-payloads.ts';
import type { Intake } from './intake.ts';
import { receive } from './receive.ts';

/**
 * Accepts a message of the server itself for an integration, as if a tool had posted it to the webhook: stored as a
 * payload, and mapped by the integration. Resolved once it is on disk; rejects when the store did not take it.
 */
export async function acceptOwn(
  intake: Intake,
  view: IntakeView,
  body: object,
  at: Date,
  headers: Record<string, string> = {},
): Promise<IntakeAnswer> {
  const raw = {
    method: 'POST',
    contentType: 'application/json',
    headers,
    query: {},
    body: Buffer.from(JSON.stringify(body)),
  };
  return intake.accept(await receive(intake, view, raw, { ip: '', at }));
}
