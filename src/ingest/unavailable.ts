import { AppError } from '../kernel/index.ts';

/** 503: a body that the server could not read for a reason of its own. */
export function notReadNow(reason: string): AppError {
  return new AppError('overloaded', `${reason} Send it again.`, {
    headers: { 'retry-after': '5' },
  });
}

/** 503: nothing of the payload is stored, so the sender has to send it again. */
export function unavailable(cause: unknown): AppError {
  return new AppError('store-unavailable', 'The payload could not be stored; send it again.', {
    cause,
    headers: { 'retry-after': '5' },
  });
}
