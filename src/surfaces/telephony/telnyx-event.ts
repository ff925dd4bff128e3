import { isObject } from '../../kernel/index.ts';
import type { CarrierReport } from '../../notifications/index.ts';

/** A text that somebody sent. */
export interface ReceivedText {
  /** E.164. */
  from: string;
  body: string;
  /** The carrier's id of it, the same when it reports it again. */
  id: string | null;
}

/** An event of Telnyx about a text. */
export type TelnyxEvent =
  | { kind: 'finalized'; report: Omit<CarrierReport, 'deliveryId'> }
  | { kind: 'received'; text: ReceivedText };

/** Words of Telnyx for the end of a text, as reports have them. Of one that is not confirmed nothing is known. */
const ends: Readonly<Record<string, string>> = {
  delivered: 'delivered',
  delivery_failed: 'undelivered',
  sending_failed: 'undelivered',
  expired: 'undelivered',
};

/** Null when it says nothing that matters. Pure. */
export function telnyxEventOf(body: unknown): TelnyxEvent | null {
  const data = isObject(body) && isObject(body.data) ? body.data : {};
  const payload = isObject(data.payload) ? data.payload : {};
  const id = typeof payload.id === 'string' ? payload.id : null;
  if (data.event_type === 'message.received') {
    const from = isObject(payload.from) ? String(payload.from.phone_number ?? '') : '';
    return { kind: 'received', text: { from, body: String(payload.text ?? ''), id } };
  }
  if (data.event_type !== 'message.finalized' || id === null) return null;
  const [to] = Array.isArray(payload.to) ? payload.to : [];
  const status = ends[isObject(to) ? String(to.status) : ''];
  if (status === undefined) return null;
  const [error] = Array.isArray(payload.errors) ? payload.errors : [];
  const errorCode = isObject(error) && typeof error.code === 'string' ? error.code : null;
  return { kind: 'finalized', report: { providerId: id, status, errorCode } };
}
