import { type Sentence, say } from '../sentences/index.ts';
import type { PushTarget } from './push/send-push.ts';

/** What people are found by. Several channels may use the same. */
export type ContactKind = 'email' | 'phone' | 'device';

/** A person as one message finds them; null: they have none, or not one that may be used. */
export interface Reachable {
  email: string | null;
  /** E.164, confirmed. */
  phone: string | null;
  device: PushTarget | null;
}

/** A push subscription, and what its person calls it. */
export interface Device {
  id: string;
  name: string;
}

/** Where a person can be written to. */
export interface Contacts extends Pick<Reachable, 'email' | 'phone'> {
  /** Browsers and apps that are subscribed: each gets messages of its own. */
  devices: readonly Device[];
}

/** Where one message goes. */
export interface Target {
  /** As its record shows it, in part. */
  shown: string;
  deviceId?: string;
}

interface Finding {
  /** Why a person cannot be found, as a sentence. */
  lacking: Sentence;
  targetsOf(contacts: Contacts): Target[];
}

export const contactKinds: Readonly<Record<ContactKind, Finding>> = {
  email: {
    lacking: say('personHasNoEmail'),
    targetsOf: ({ email }) => (email === null ? [] : [{ shown: maskedAddress(email) }]),
  },
  phone: {
    lacking: say('personHasNoPhone'),
    targetsOf: ({ phone }) => (phone === null ? [] : [{ shown: maskedNumber(phone) }]),
  },
  device: {
    lacking: say('personHasNoDevice'),
    targetsOf: ({ devices }) => devices.map(({ id, name }) => ({ shown: name, deviceId: id })),
  },
};

/** `a…@example.com`: enough for people to know which of their addresses it was. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** `+49…78`. */
export function maskedNumber(number: string): string {
  return number.length < 7 ? '…' : `${number.slice(0, 3)}…${number.slice(-2)}`;
}
