import type { ObjectId } from 'bson';
import type { IntakeView, IntakeViews } from '../integrations/index.ts';
import { bodyToPayload, type RawBody, type WrappedPayload } from './body-to-payload.ts';
import { type AlertEvaluation, setAside } from './evaluate.ts';
import type { PayloadDocument } from './model.ts';

/** A payload that may be applied: a request that passed every check, or one that is stored already. */
export interface Received {
  id: ObjectId;
  view: IntakeView;
  raw: RawBody;
  wrapped: WrappedPayload;
  ip: string;
  at: Date;
  /** What its alerts say, where somebody had to know before its turn came. */
  evaluations?: AlertEvaluation[];
  replayOf?: ObjectId;
  /** Only of stored payloads: per alert the incident that has it already, or null. */
  appliedTo?: readonly (string | null)[];
}

/** A stored payload as if it had just come in; null when its integration is gone. */
export async function toReceived(
  views: IntakeViews,
  document: PayloadDocument,
): Promise<Received | null> {
  const view = await views.load(document.integrationId);
  if (!view) return null;
  const raw = rawBodyOf(document);
  return {
    id: document._id,
    view,
    raw,
    wrapped: await bodyToPayload(raw),
    ip: document.ip,
    at: document.createdAt,
    ...(document.setAside && { evaluations: setAside(document.reason) }),
  };
}

export function rawBodyOf(document: PayloadDocument): RawBody {
  return {
    method: document.method,
    contentType: document.contentType,
    headers: document.headers,
    query: document.query,
    // Mongoose gives a Buffer where the driver gives a Binary.
    body: Buffer.isBuffer(document.body) ? document.body : document.body.buffer,
  };
}
