import { registry } from '../../channels/index.ts';
import {
  type DeliveryAttempt,
  type DeliveryDocument,
  isToolLane,
} from '../../notifications/index.ts';

/** `sent` → `Sent`. Where only a key shows that it arrived, an answer shows less. */
export function stateWord({
  state,
  lane,
  hasPressedKey,
}: Pick<DeliveryDocument, 'state' | 'lane' | 'hasPressedKey'>): string {
  if (!isToolLane(lane) && registry[lane].deliveredBy === 'key') {
    if (state === 'delivered' && !hasPressedKey) return 'Answered';
    if (state === 'sent' && hasPressedKey) return 'Delivered';
  }
  return state.charAt(0).toUpperCase() + state.slice(1);
}

export function attemptView({ at, code, error, milliseconds }: DeliveryAttempt) {
  return { at: at.toISOString(), code, error, milliseconds };
}
