import type { AppError } from '../kernel/index.ts';
import { refusal, type Sentence, say } from '../sentences/index.ts';

/** 503: a body that the server could not read for a reason of its own. */
export function notReadNow(why: Sentence): AppError {
  return refusal('overloaded', say('sendItAgain', { why }), {
    headers: { 'retry-after': '5' },
  });
}

/** 503: nothing of the payload is stored, so the sender has to send it again. */
export function unavailable(cause: unknown): AppError {
  return refusal('store-unavailable', say('payloadNotStored'), {
    cause,
    headers: { 'retry-after': '5' },
  });
}
