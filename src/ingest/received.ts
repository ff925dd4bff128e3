import type { ObjectId } from 'bson';
import { bodyToPayload, type RawBody, type WrappedPayload } from '../bodies/index.ts';
import type { IntakeView, IntakeViews } from '../integrations/index.ts';
import { type AlertEvaluation, setAside } from './evaluate.ts';
import type { Handshake } from './handshake.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { PayloadDocument } from './model.ts';
import { readHere } from './read-here.ts';
import { isCostly } from './reading-cost.ts';

/** A payload that may be applied: a request that passed every check, or one that is stored already. */
export interface Received {
  id: ObjectId;
  view: IntakeView;
  raw: RawBody;
  /** For a body that a thread read, this has the problem only: its JSON stayed in the thread that read it. */
  wrapped: WrappedPayload;
  ip: string;
  at: Date;
  /** The evaluation of its alerts ahead of its turn, for the batch's sake. */
  ahead?: AlertEvaluation[];
  /** The evaluation of its alerts elsewhere, or where no mapping is asked. */
  evaluations?: AlertEvaluation[];
  /** Traces of `evaluations` as they are stored, where these have none. */
  packedTraces?: string;
  /** Only of bodies that a thread read. */
  handshake?: Handshake;
  replayOf?: ObjectId;
  /** A webhook's request waits for the answer. */
  isRequest?: true;
  /** Only of stored payloads: per alert the incident that has it already, or null. */
  appliedTo?: readonly (string | null)[];
}

/** A stored payload as if it had just been received; null when its integration was deleted. */
export async function toReceived(
  views: IntakeViews,
  largeBodies: LargeBodies,
  document: PayloadDocument,
): Promise<Received | null> {
  const view = await views.load(document.integrationId);
  if (!view) return null;
  const raw = rawBodyOf(document);
  const isSetAside = document.setAside === true;
  const read = isSetAside
    ? { raw, wrapped: isCostly(raw) ? { payload: {}, problem: null } : await bodyToPayload(raw) }
    : ((await readHere(view, raw, { sent: false })) ?? (await largeBodies.readStored(view, raw)));
  return {
    id: document._id,
    view,
    ...read,
    ip: document.ip,
    at: document.createdAt,
    ...(isSetAside && { evaluations: setAside(document.reason) }),
  };
}

export function rawBodyOf(document: PayloadDocument): RawBody {
  const { method = 'POST', headers, query = {}, body } = document;
  const { contentType = contentTypeIn(headers) } = document;
  // Mongoose gives a Buffer where the driver gives a Binary.
  return { method, contentType, headers, query, body: Buffer.isBuffer(body) ? body : body.buffer };
}

/** The parts of the head that `rawBodyOf` does not find out by itself. */
export function headOf({
  method,
  contentType,
  headers,
  query,
}: RawBody): Pick<PayloadDocument, 'method' | 'contentType' | 'headers' | 'query'> {
  return {
    ...(method !== 'POST' && { method }),
    ...(contentType !== contentTypeIn(headers) && { contentType }),
    headers,
    ...(Object.keys(query).length > 0 && { query }),
  };
}

function contentTypeIn(headers: RawBody['headers']): string {
  return headers['content-type'] ?? '';
}
