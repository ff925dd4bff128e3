import type { World } from '../kernel/index.ts';
import type { ReportedEvent } from './call-event.ts';
import type { CallStep } from './calls.ts';

/**
 * The state that travels with a repeated request: carriers repeat neither a key that was pressed nor the outcome of a
 * dialled phone.
 */
export interface AskedAgain {
  integrationId: string;
  callId: string;
  at: CallStep['at'];
  /** From 1. */
  attempt: number;
  /** Null where nobody could tell whether the carrier had said it. */
  event: ReportedEvent | null;
}

export function sealAgain({ secrets }: Pick<World, 'secrets'>, again: AskedAgain): string {
  return secrets.seal(JSON.stringify(again));
}

/** Null for what is not about this request, or was not sealed here. */
export function openAgain(
  { secrets }: Pick<World, 'secrets'>,
  sealed: string | null,
  { integrationId, callId, at }: Pick<AskedAgain, 'integrationId' | 'callId' | 'at'>,
): AskedAgain | null {
  if (sealed === null) return null;
  try {
    // as AskedAgain: only `sealAgain` writes it.
    const again = JSON.parse(secrets.open(sealed)) as AskedAgain;
    const isSame =
      again.integrationId === integrationId && again.callId === callId && again.at === at;
    return isSame ? again : null;
  } catch {
    return null;
  }
}
