import type { Weekday } from '../calendar/index.ts';
import type { Severity } from '../incidents/index.ts';

/** The settings of a number as a call needs them: every default applied, every list normalised, every file found. */
export interface CallSettings {
  integrationId: string;
  organizationId: string;
  /** Name of the integration, by which people know the number, and its incidents. */
  displayName: string;
  /** The team of the integration. */
  teamId: string;
  /** The number that was called, E.164. */
  phoneNumber: string;
  callDisplayMode: 'CallerNumber' | 'InboundNumber';
  /** The language of the built-in words of the number; a locale of the voices. */
  language: string;
  attachesTranscript: boolean;
  /** Callers hear that their message is recorded; absent: they do not. */
  recordingNotice?: Prompt | 'built-in';
  /** Who picks up hears the number of the caller. */
  saysCallerNumber?: boolean;
  /** A shorter recording is no message. */
  messageSecondsMin: number;
  /** A call that nobody took opens an incident when it lasted this long; null: none does. */
  missedSecondsMin: number | null;
  /** Whom a caller is put through to when the server cannot answer; E.164, null for nobody. */
  emergencyNumber: string | null;
  welcome: Prompt | null;
  /** As `parseCallerEntry` gives them: `+` and 1 to 4 digits are a country prefix, `+` and 7 to 15 a whole number. */
  allowlist: readonly string[];
  blocklist: readonly string[];
  /** `route` for every call, or one of `menu`. */
  routing:
    | { mode: 'single'; route: RouteSettings }
    | {
        mode: 'menu';
        routes: readonly RouteSettings[];
        attemptsMax: number;
        keySeconds: number;
      };
}

export interface RouteSettings {
  /** 0 where there is no menu. */
  key: number;
  teamId: string;
  /** Whose people are rung instead of those of what the team follows; absent: nobody's. */
  escalationPolicyId?: string;
  /** False once the team was deleted: its key leads nowhere. */
  teamExists: boolean;
  severity: Severity;
  goesToVoicemail: boolean;
  voicemailIfNobodyAnswers: boolean;
  voicemailMessage: Prompt | null;
  closingMessage: Prompt | null;
  resolvesOnAnswer: boolean;
  skipsDialedNumbers: boolean;
  usersMax: number;
  ringSeconds: number;
  acceptPrompt: Prompt | null;
  /** Before the next person is rung; absent: nothing. */
  waitingMessage?: Prompt;
  /** Absent: always open. */
  hours?: OpeningHours;
  acceptSeconds: number;
  acceptAttemptsMax: number;
}

/** When people are rung, and what happens at other times. */
export interface OpeningHours {
  timeZoneId: string;
  /** Times are `HH:mm`. */
  windows: readonly {
    days: readonly Weekday[] | null;
    from: string | null;
    until: string | null;
  }[];
  /** By date, such as `2026-12-25`. */
  holidays: readonly { date: string; name: string | null }[];
  closed: 'voicemail' | 'message' | 'team';
  closedMessage: Prompt | null;
  /** For `team`. */
  closedTeamId: string | null;
}

/** A text or recording that is played to a caller or to a member. */
export type Prompt =
  | { kind: 'speech'; text: string; locale: string }
  | {
      kind: 'audio';
      fileId: string;
      /** In hex. A changed file has another address. */
      sha256: string;
      extension: 'mp3' | 'wav';
      durationSeconds: number;
    };
