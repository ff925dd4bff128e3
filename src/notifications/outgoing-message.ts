import type { SendResult } from '../egress/index.ts';
import type { IncidentDocument } from '../incidents/index.ts';
import type { ToolResult } from '../outbound/index.ts';
import { inEnglish, type Sentence } from '../sentences/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import type { Lane } from './lanes.ts';

/** A message that is due, as it was read. */
export interface DueMessage {
  /** Its id is the key of the message, the same at each attempt. */
  delivery: DeliveryDocument;
  /** Null only for a message that is about no incident. */
  incident: IncidentDocument | null;
}

/** One message, ready to be written and sent. */
export interface OutgoingMessage extends DueMessage {
  lane: Lane;
  /** Other messages that this one tells: a bundle. */
  others: readonly DueMessage[];
  /** How many more a bundle tells of without naming them. */
  unnamed: number;
}

/** The message must not go out any more; no attempt was made. */
export interface VoidResult {
  outcome: 'void';
  reason: Sentence;
}

/** The outcome of a message. For a message to a tool, with the requests and answers. */
export type MessageResult = ToolResult | VoidResult;

/** It will never go out, and no attempt was made. */
export function refused(sentence: Sentence): SendResult {
  return { outcome: 'refused', code: null, error: inEnglish(sentence), sentence };
}
