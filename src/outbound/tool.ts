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

/** The work that a delivery causes beside itself. */
export interface Aftermath {
  /** The remark for the history of the incident, such as that a part of the delivery failed. */
  remark?: Sentence;
  /** Its channel is to be archived after so many seconds, unless it is opened again. */
  archiveAfterSeconds?: number;
}

/** The text of a message for a tool that is about no incident, in words of the organization. */
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
  /** The body for tools that take JSON. */
  json: object;
  exchange: Exchange;
  sent: SentMessages;
  world: World;
  sendEmail: SendEmail | null;
}

/** How one type sends. */
export interface Tool<Member extends SettingsMember = SettingsMember> {
  readonly settings: Member;
  /** A message or ticket of an incident there stays open until the tool is told of its end. */
  readonly leavesOpen?: true;
  /**
   * It takes one request for each message, which bears the key of the message, and gives nothing that a later one
   * needs: nothing is kept of what was sent there, and `sent` is empty.
   */
  readonly keepsNothing?: true;
  /** The reason for which it cannot send although the settings are there; null when it can. */
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
