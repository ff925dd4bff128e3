import { type Sentence, say } from '../sentences/index.ts';
import type { PushTarget } from './push/send-push.ts';
import type { chats } from './registry.ts';

/** The kinds of contact by which people are found. Several channels may use the same. */
export type ContactKind = AddressKind | 'device' | ChatKind;

/** The kinds of contact that somebody can write down. */
export type AddressKind = 'email' | 'phone';

/** Accounts in a chat, which people connect from inside it. */
export type ChatKind = keyof typeof chats;

/** Where a direct message goes, with what the bot of the organization proves itself with. */
export type ChatTargets = {
  [Kind in ChatKind]: NonNullable<ReturnType<(typeof chats)[Kind]['targetOf']>>;
};

/** A person as one message finds them; null: they have none, or not one that may be used. */
export interface Reachable extends Partial<{ [Kind in ChatKind]: ChatTargets[Kind] | null }> {
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

/** An account of a person in a chat, and what the chat calls them. */
export interface ChatContact extends Device {
  kind: ChatKind;
  /** Since when nothing arrives there, and why; it is tried nevertheless. */
  failure: { at: Date; sentence: Sentence } | null;
}

/** A further address of a person, for one channel. */
export interface FurtherContact {
  id: string;
  channel: string;
  target: string;
  isConfirmed: boolean;
}

/** Where a person can be written to. */
export interface Contacts extends Pick<Reachable, 'email' | 'phone'> {
  /** Browsers and apps that are subscribed: each gets messages of its own. */
  devices: readonly Device[];
  /** Accounts in chats that they have connected: each gets messages of its own. */
  chats?: readonly ChatContact[];
  /** Beside their own address; those that are not confirmed only explain why nothing is sent to them. */
  further?: readonly FurtherContact[];
}

/** Where one message goes. */
export interface Target {
  /** As its record shows it, in part. */
  shown: string;
  /** One of the devices, accounts in chats or further contacts of the person. */
  deviceId?: string;
}

interface Finding {
  /** Why a person cannot be found, as a sentence. */
  lacking: Sentence;
  targetsOf(contacts: Contacts): Target[];
}

const findings: Readonly<Record<Exclude<ContactKind, ChatKind>, Finding>> = {
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
    targetsOf: ({ devices }) => devices.map(targetOf),
  },
};

/** How people are found by it. */
export function findingBy(kind: ContactKind): Finding {
  return isAddress(kind) || kind === 'device' ? findings[kind] : ofChat(kind);
}

function ofChat(kind: ChatKind): Finding {
  return {
    lacking: say('personHasNoChat'),
    targetsOf: ({ chats = [] }) => chats.filter((one) => one.kind === kind).map(targetOf),
  };
}

function targetOf({ id, name }: Device): Target {
  return { shown: name, deviceId: id };
}

/** Whether somebody can write down what it finds people by. Else people register it themselves, from where it is. */
export function isAddress(kind: ContactKind): kind is AddressKind {
  return kind === 'email' || kind === 'phone';
}

/** The further contact as messages and their log name it. */
export function furtherTarget({ id, target }: FurtherContact): Target {
  return { shown: maskedTarget(target), deviceId: id };
}

/** An address or a number, in part. */
export function maskedTarget(target: string): string {
  return target.includes('@') ? maskedAddress(target) : maskedNumber(target);
}

/** The person as a message to this address finds them. */
export function reachableAt(target: string): Reachable {
  const isEmail = target.includes('@');
  return { email: isEmail ? target : null, phone: isEmail ? null : target, device: null };
}

/** `a…@example.com`: enough for people to know which of their addresses it was. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** `+49…78`. */
export function maskedNumber(number: string): string {
  return number.length < 7 ? '…' : `${number.slice(0, 3)}…${number.slice(-2)}`;
}
