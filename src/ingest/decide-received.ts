import type { IntakeView } from '../integrations/index.ts';
import type { Log } from '../kernel/index.ts';
import type { Silence } from '../silences/index.ts';
import type { Work } from './apply-payloads.ts';
import { type AlertEvaluation, evaluatePayload, type FindPrevious } from './evaluate.ts';
import { toDocument, toUnreadableDocument } from './payload-document.ts';
import type { Received } from './received.ts';
import type { Revisions } from './revisions.ts';

/** The parts that decide on payloads, beside their integration. */
export interface DecidingParts {
  log: Log;
  findPrevious(view: IntakeView): FindPrevious;
  silencesOf(organizationId: string): Promise<readonly Silence[]>;
  revisions: Revisions;
}

/** The store failed while a mapping looked at the previous incident; nothing of the payload is stored. */
export class PreviousUnavailable extends Error {}

/**
 * The document that is stored of a payload, and its alerts. A faulty payload is stored with the reason, so that it
 * does not affect others. Throws `PreviousUnavailable`. Without `evaluations` it is evaluated now.
 */
export async function decideReceived(
  parts: DecidingParts,
  received: Received,
  evaluations: AlertEvaluation[] | null,
): Promise<Pick<Work, 'document' | 'alerts'>> {
  const { silencesOf, revisions, log } = parts;
  const { view } = received;
  try {
    const evaluated = evaluations ?? (await evaluateInTurn(parts, received));
    const silences = await silencesOf(view.organizationId);
    const revision = revisions.known(view) ?? (await revisions.keep(view));
    return toDocument(received, evaluated, silences, revision);
  } catch (error) {
    if (error instanceof PreviousUnavailable) throw error;
    const { integrationId, organizationId } = view;
    log.error({ err: error, integrationId }, 'a payload could not be evaluated');
    const silences = await silencesOf(organizationId).catch(() => []);
    return toUnreadableDocument(received, silences);
  }
}

async function evaluateInTurn(
  { findPrevious }: DecidingParts,
  { view, wrapped, raw }: Received,
): Promise<AlertEvaluation[]> {
  const find = findPrevious(view);
  const findOrFail: FindPrevious = (key) =>
    find(key).catch((cause: unknown) => {
      throw new PreviousUnavailable('The previous incident cannot be read.', { cause });
    });
  return evaluatePayload(view, wrapped, findOrFail, raw.body.length);
}
