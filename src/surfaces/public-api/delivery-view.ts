import type { DeliveryAttempt, DeliveryDocument } from '../../notifications/index.ts';

/** `sent` → `Sent`. Of a call that was answered only a key says that it arrived: a mailbox answers, too. */
export function stateWord({
  state,
  lane,
  hasPressedKey,
}: Pick<DeliveryDocument, 'state' | 'lane' | 'hasPressedKey'>): string {
  if (lane === 'VoiceCall') {
    if (state === 'delivered' && !hasPressedKey) return 'Answered';
    if (state === 'sent' && hasPressedKey) return 'Delivered';
  }
  return state.charAt(0).toUpperCase() + state.slice(1);
}

export function attemptView({ at, code, error, milliseconds }: DeliveryAttempt) {
  return { at: at.toISOString(), code, error, milliseconds };
}
