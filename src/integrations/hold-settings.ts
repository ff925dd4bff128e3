import type { components } from '../contract/index.ts';
import { invalidField } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

export type HoldSettings = NonNullable<components['schemas']['HoldSettings']>;

/** Throws 400 for settings that ask for both a threshold and a pause, or for neither. */
export function demandHold(field: string, hold: HoldSettings | null | undefined): void {
  if (!hold) return;
  const isThreshold = (hold.threshold ?? null) !== null;
  const isPause = (hold.pauseMinutes ?? null) !== null;
  if (isThreshold === isPause) throw invalidField(field, say('holdIsOneOfTwo'));
}
