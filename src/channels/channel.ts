import type { components } from '../contract/index.ts';
import type { OutboundClient, SendResult } from '../egress/index.ts';
import type { Clock, Setting } from '../kernel/index.ts';
import type { Sentence, Speech } from '../sentences/index.ts';
import type { ContactKind, Reachable } from './contact-kinds.ts';
import type { Note, Notification } from './notification.ts';
import type { VapidKeys } from './push/send-push.ts';
import type { VoiceScript } from './voice-call/render-voice.ts';

type Schemas = components['schemas'];

/** A way to reach a person, by its name in the Public API. */
export type ChannelName = Schemas['NotificationChannel'];

/** The settings of a person; null: none. */
export type PersonSettings = Schemas['IncidentNotificationSettings'];

type Members = NonNullable<PersonSettings>;
type MembersWith<Value> = {
  [Name in keyof Members]-?: NonNullable<Members[Name]> extends Value ? Name : never;
}[keyof Members];

/** The members of a person's settings that are about one channel. */
export interface SettingMembers {
  readonly isOn: MembersWith<boolean>;
  readonly delayMinutes: MembersWith<number>;
  readonly severities: MembersWith<Schemas['Severity'][]>;
  readonly disabledIntents: MembersWith<Schemas['Intent'][]>;
}

/** The settings of people who have set nothing. */
export interface ChannelDefaults {
  readonly isOn: boolean;
  readonly delayMinutes: number;
  readonly severities: readonly Schemas['Severity'][];
  /**
   * `all`: all but plain updates (spec 3.1). `forAction`: only what somebody has to act on, because it wakes people.
   */
  readonly intents: 'all' | 'forAction';
}

/** Each carrier signs in its own way, so each has addresses of its own; by the name in them. */
export type AddressForCarrier = (carrier: 'twilio' | 'telnyx') => string;

/** A message of a channel: what it says, to whom, and where the carrier asks and reports. */
export type Message<Content, Address> = Content & {
  /** Id of the delivery, the same at each attempt: receivers know a message by it that comes twice. */
  key: string;
  to: Address;
  /** Where the carrier reports what became of it. */
  statusUrl?: AddressForCarrier;
  /** Id that the receiver gave to a message of before, which this one takes the place of. */
  replaces?: string;
  /** Only by this server or carrier: an answer comes from the number that was written to. */
  by?: string;
  /** Where the carrier asks what to say once somebody answers. */
  answerUrl?: AddressForCarrier;
  /** Where an answer by mail goes; else to the sender, where nobody reads it. */
  replyTo?: string;
};

/** `isGone`: the receiver has ended this address for good; forget it. */
export type ChannelResult = SendResult & { isGone?: true };

/** A channel that is open: it has settings, and connects when it is first used. */
export interface Way<Content, Address> {
  send(message: Message<Content, Address>): Promise<ChannelResult>;
  /** Whether what all messages share works, without sending one; missing where nothing is shared. */
  probe?(): Promise<SendResult>;
  /** Ends open connections. */
  close?(): Promise<void>;
  /** The servers or carriers that it sends by, in order of preference; missing where each receiver has its own. */
  readonly providers?: readonly ProviderHealth[];
}

/** A server or carrier that a channel sends by, as this process knows it. */
export interface ProviderHealth {
  readonly name: string;
  /** Since when it has taken nothing, and why; null: it works, or was not used. */
  readonly failure: { since: Date; reason: Sentence } | null;
  /** Whether it works, asked now and without a message. */
  probe(): Promise<SendResult>;
}

/** The result of one attempt for a server or carrier. `change`: how it differs from the attempt before. */
export interface ProviderAttempt {
  provider: string;
  result: ChannelResult;
  /** It failed for a reason of its own. */
  isDown: boolean;
  change: 'fails' | 'works again' | null;
}

export interface ChannelParts<Settings> {
  settings: Settings;
  clock: Clock;
  onProvider(attempt: ProviderAttempt): void;
  /** As callers reach this server. */
  publicUrl(): string;
  vapidKeys(): Promise<VapidKeys>;
  /** To what people chose: only public addresses. */
  outbound: OutboundClient;
  /** How long a receiver may take to answer. */
  timeoutMilliseconds: number;
}

/**
 * How a person answers a message of the channel, beside its link. `keys`: the carrier asks for `script` when somebody
 * answers.
 */
export type Reply =
  | { readonly by: 'link' | 'code' | 'mail' | 'buttons' }
  | { readonly by: 'keys'; script(notification: Notification): VoiceScript };

/**
 * Everything that a channel is. Nothing else knows one by its name: who adds a channel adds an object of this type to
 * the registry, and its members to the OpenAPI document.
 */
export interface Channel<Content extends object, Address, Settings> {
  /** For the beginning of a sentence. */
  readonly title: string;
  /** The settings of the server that it knows; several channels may share them. */
  readonly settings: { readonly [Name in keyof Settings]: Setting<Settings[Name]> };
  /** Null when it can send; else the sentence that says which setting is missing. */
  missing(settings: Settings): Sentence | null;
  readonly reachedBy: ContactKind;
  /** Null where the person has none. */
  addressOf(person: Reachable): Address | null;
  readonly members: SettingMembers;
  readonly defaults: ChannelDefaults;
  /** True: by default nobody expects to be reached by it, so nothing is said about people who cannot be. */
  readonly isOptional: boolean;
  /** It tells those who are the last who can be told, whatever they have set. */
  readonly isLastResort: boolean;
  /** A message that is there already can be changed, so it goes on showing how its incidents stand. */
  readonly isUpdated?: true;
  /** Messages that alert nobody. `informing`: none that asks for action, because whoever has to act is alerted. */
  readonly news: 'all' | 'informing' | 'none';
  /** People who are written to at the same time; those of one organization two thirds of that. */
  readonly contactsAtOnce: number;
  readonly reply: Reply;
  /** The proof that a message arrived: the receiver took it, the carrier reported it, or somebody pressed a key. */
  readonly deliveredBy: 'acceptance' | 'report' | 'key';
  render(notification: Notification): Content;
  /** Notes are about no incident; null: it carries none. `isFallback`: only where no other channel is left. */
  readonly note: {
    readonly isFallback: boolean;
    render(note: Note, publicUrl: string): Content;
  } | null;
  /** The message for a person who tries the channel. */
  renderTest(publicUrl: string, speech: Speech): Content;
  open(parts: ChannelParts<Settings>): Way<Content, Address>;
}
