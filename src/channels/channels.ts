import type { SendResult } from '../egress/index.ts';
import { type Clock, systemClock } from '../kernel/index.ts';
import { inEnglish, type Sentence, type Speech } from '../sentences/index.ts';
import type {
  ChannelName,
  ChannelParts,
  ChannelResult,
  Message,
  ProviderAttempt,
  ProviderHealth,
} from './channel.ts';
import { findingBy, type Reachable } from './contact-kinds.ts';
import type { Note, Notification } from './notification.ts';
import {
  type AddressOf,
  type ContentOf,
  openChannels,
  registry,
  type SenderSettings,
} from './registry.ts';

export type MessageOf<Name extends ChannelName> = Message<ContentOf<Name>, AddressOf<Name>>;

export interface Channels {
  /** Null when it can send; else the sentence that says which setting is missing. */
  missing(channel: ChannelName): Sentence | null;
  send<Name extends ChannelName>(channel: Name, message: MessageOf<Name>): Promise<ChannelResult>;
  /** To a person, as the channel writes it; refused where they have no address for it. */
  reach(
    channel: ChannelName,
    person: Reachable,
    envelope: Envelope,
    said: Said,
  ): Promise<ChannelResult>;
  /** Whether what all messages of the channel share works, without sending one; null where nothing is shared. */
  probe(channel: ChannelName): Promise<SendResult | null>;
  /**
   * The servers and carriers that the channel sends by, in order of preference; empty where each receiver has its own.
   */
  providers(channel: ChannelName): readonly ProviderHealth[];
  /** Ends open connections; afterwards nothing can be sent. */
  close(): Promise<void>;
}

/** All that senders of mail need of the channels. */
export interface MailChannel {
  missing(channel: 'Email'): Sentence | null;
  send(channel: 'Email', message: MessageOf<'Email'>): Promise<SendResult>;
}

interface ChannelsOptions
  extends Omit<ChannelParts<SenderSettings>, 'timeoutMilliseconds' | 'clock' | 'onProvider'> {
  /** Default: that of the machine. */
  clock?: Clock;
  /** Called after each attempt by a server or carrier, and when a look finds another state of it. */
  onProvider?(channel: ChannelName, attempt: ProviderAttempt): void;
  /** How long a receiver may take to answer; default 10 s. */
  timeoutMilliseconds?: number;
}

/** The message for a person: about incidents, about something else, or that they can be reached. */
export type Said = { alert: Notification } | { note: Note } | { test: Speech };

export type Envelope = Omit<Message<unknown, unknown>, 'to'>;

function contentOf<Name extends ChannelName>(
  name: Name,
  said: Said,
  publicUrl: string,
): ContentOf<Name> | null {
  const channel = registry[name];
  if ('test' in said) return channel.renderTest(publicUrl, said.test);
  if ('alert' in said) return channel.render(said.alert);
  return channel.note?.render(said.note, publicUrl) ?? null;
}

/** The ways out to people. What a channel needs is loaded when it is first used; nothing connects before. */
export function createChannels(options: ChannelsOptions): Channels {
  const { onProvider = () => {} } = options;
  const parts = { timeoutMilliseconds: 10_000, clock: systemClock, ...options };
  const ways = openChannels(parts, onProvider);
  const missing = (channel: ChannelName) => registry[channel].missing(parts.settings);
  async function send<Name extends ChannelName>(channel: Name, message: MessageOf<Name>) {
    const sentence = missing(channel);
    if (sentence === null) return ways[channel].send(message);
    const error = inEnglish(sentence);
    return { outcome: 'unconfigured' as const, code: null, error, sentence };
  }
  async function reach<Name extends ChannelName>(
    name: Name,
    person: Reachable,
    envelope: Envelope,
    said: Said,
  ): Promise<ChannelResult> {
    const channel = registry[name];
    const to = channel.addressOf(person);
    const content = contentOf(name, said, parts.publicUrl());
    if (content === null) throw new TypeError(`No notes are sent by ${name}.`);
    if (to !== null) return send(name, { ...content, ...envelope, to });
    const sentence = findingBy(channel.reachedBy).lacking;
    return { outcome: 'refused', code: null, error: inEnglish(sentence), sentence };
  }
  return {
    missing,
    send,
    reach,
    async probe(channel) {
      return missing(channel) === null ? ((await ways[channel].probe?.()) ?? null) : null;
    },
    providers: (channel) => (missing(channel) === null ? (ways[channel].providers ?? []) : []),
    async close() {
      for (const way of Object.values(ways)) await way.close?.();
    },
  };
}
