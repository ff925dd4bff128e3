import { type Actor, actingPersonId, type Ctx } from '../kernel/index.ts';
import type { OneTimeCode } from './one-time-code.ts';

/** Who made sure that an address is that of the person. */
export interface Confirmation {
  at: Date;
  /** Who set it, or the person who knew the code. */
  by: { kind: Actor['kind']; id: string | null };
}

/** By whoever acts, now. */
export function confirmation({ actor, clock }: Pick<Ctx, 'actor' | 'clock'>): Confirmation {
  return { at: clock.now(), by: { kind: actor.kind, id: 'id' in actor ? actor.id : null } };
}

/** A code that was texted to a number. */
export interface PhoneNumberCode extends OneTimeCode {
  phoneNumber: string;
}

/** The stored state of a person's phone number: its confirmation and codes. */
export interface PhoneNumberInternal {
  /** Null: nobody yet. */
  phoneNumberConfirmed: Confirmation | null;
  phoneNumberCode?: PhoneNumberCode | null;
  /** Codes of the last hour, whatever number they went to. */
  phoneNumberCodesSentAt?: Date[];
}

interface PhoneOwner {
  wire: { phoneNumber: string | null };
  internal: PhoneNumberInternal;
}

/**
 * The confirmation of a phone number after `phoneNumber` is set. A number that anybody else sets (an administrator,
 * SCIM, code) counts as confirmed; one that the person sets does not, until they enter the code that was texted to it.
 * Pure.
 */
export function phoneNumberParts(
  ctx: Pick<Ctx, 'actor' | 'clock'>,
  phoneNumber: string | null,
  current: (PhoneOwner & { id: string }) | undefined,
): Pick<PhoneNumberInternal, 'phoneNumberConfirmed' | 'phoneNumberCode'> {
  const isOwn = actingPersonId(ctx) === current?.id;
  const isSame = current !== undefined && current.wire.phoneNumber === phoneNumber;
  if (isSame && (isOwn || isPhoneNumberConfirmed(current))) {
    const { phoneNumberConfirmed, phoneNumberCode } = current.internal;
    return { phoneNumberConfirmed, phoneNumberCode: phoneNumberCode ?? null };
  }
  if (phoneNumber === null || isOwn) return { phoneNumberConfirmed: null, phoneNumberCode: null };
  return { phoneNumberConfirmed: confirmation(ctx), phoneNumberCode: null };
}

/** The number that may be texted and called; null where there is none, or none that is confirmed. */
export function reachablePhoneOf(user: PhoneOwner): string | null {
  return isPhoneNumberConfirmed(user) ? user.wire.phoneNumber : null;
}

export function isPhoneNumberConfirmed({ wire, internal }: PhoneOwner): boolean {
  return wire.phoneNumber !== null && internal.phoneNumberConfirmed !== null;
}
