import { registry } from '../../channels/index.ts';
import {
  type DeliveryAttempt,
  type DeliveryDocument,
  errorOf,
  isToolLane,
} from '../../notifications/index.ts';
import { answered } from '../../sentences/index.ts';

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

export function attemptView(attempt: DeliveryAttempt) {
  const { at, code, milliseconds } = attempt;
  return { at: at.toISOString(), code, ...answered('error', errorOf(attempt)), milliseconds };
}
