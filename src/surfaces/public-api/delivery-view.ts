import type { DeliveryAttempt, DeliveryDocument } from '../../notifications/index.ts';

/** `sent` → `Sent`. */
export function stateWord(state: DeliveryDocument['state']): string {
  return state.charAt(0).toUpperCase() + state.slice(1);
}

export function attemptView({ at, code, error, milliseconds }: DeliveryAttempt) {
  return { at: at.toISOString(), code, error, milliseconds };
}
