import type { components } from '../contract/index.ts';
import type { World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import type { OutboundDelivery, SendEmail } from './delivery.ts';
import type { Exchange } from './exchange.ts';
import type { Report } from './report.ts';
import type { SentMessages } from './sent-messages.ts';

type Wire = Required<components['schemas']['OutboundIntegrationInput']>;

/** Names of the members that hold the settings of one type. */
export type SettingsMember =
  Extract<keyof Wire, `${string}Settings`> extends infer Name
    ? Exclude<Name, 'teamConnectionSettings'> & keyof Wire
    : never;

export type SettingsOf<Member extends SettingsMember> = NonNullable<Wire[Member]>;

/** Everything that a tool needs for one delivery. */
export interface Job<Settings> {
  settings: Settings;
  report: Report;
  delivery: OutboundDelivery;
  exchange: Exchange;
  sent: SentMessages;
  world: World;
  sendEmail: SendEmail | null;
  aftermath: Aftermath;
}

/** What is to be done beside the delivery because of it. */
export interface Aftermath {
  /** What the incident is to say, such as that a part of it failed. */
  remark?: Sentence;
  /** Its channel is to be archived after so many seconds, unless it is opened again. */
  archiveAfterSeconds?: number;
}

/** What a tool is told that is about no incident, in words of the organization. */
export interface NoticeText {
  title: string;
  /** Lines. */
  text: string;
  link: { text: string; url: string } | null;
}

/** Everything that a tool needs for such a message. */
export interface NoticeJob<Settings> {
  settings: Settings;
  notice: NoticeText;
  /** The same at each repeat. */
  key: string;
  /** What tools that take JSON get. */
  json: object;
  exchange: Exchange;
  sent: SentMessages;
  world: World;
  sendEmail: SendEmail | null;
}

/** How one type sends. */
export interface Tool<Member extends SettingsMember = SettingsMember> {
  readonly settings: Member;
  /** What an incident makes there stays open until its end is told. */
  readonly leavesOpen?: true;
  /** What is missing although the settings are there; null when it can send. */
  missing?(settings: SettingsOf<Member>): Sentence | null;
  /** Its bot writes to people, and incidents go nowhere by it. */
  isOnlyForPeople?(settings: SettingsOf<Member>): boolean;
  /** People press and write in its room, or to its bot, by the accounts that they have connected. */
  isRoomOfPeople?(settings: SettingsOf<Member>): boolean;
  /** Throws 400 for settings that can never work. Calls nobody. */
  check?(settings: SettingsOf<Member>): void;
  /** Returns the id of the message or ticket in the tool; throws `NotSent`. */
  send(job: Job<SettingsOf<Member>>): Promise<string | null>;
  /** The same of a message that is about no incident; absent where that would mean nothing, as in trackers. */
  notify?(job: NoticeJob<SettingsOf<Member>>): Promise<string | null>;
}

/** The tool, for the table of all of them, which gives each the settings of its own type only. */
export function defineTool<Member extends SettingsMember>(tool: Tool<Member>): Tool {
  // as unknown as: methods of a tool take one type of settings, and the table has one type for all.
  return tool as unknown as Tool;
}
