import { defineTexts } from '../texts.tsx';

/** How the members of a large object are shown: some first, the rest folded in the order in which people seek them. */
interface Fold {
  /** Members that stay in sight. */
  shown: readonly string[];
  folded: Readonly<Partial<Record<FoldName, readonly string[]>>>;
}

export const foldTexts = defineTexts({
  en: {
    account: 'Account at the carrier',
    heard: 'What callers hear first',
    reached: 'Whom callers reach',
    missed: 'Messages and missed calls',
    recorded: 'Recordings',
    callers: 'Who may call',
    troubled: 'When nothing works',
    rung: 'How people are rung',
    voicemail: 'When nobody answers',
    incident: 'The incident of a call',
    more: 'More',
  },
  de: {
    account: 'Konto beim Anbieter',
    heard: 'Was Anrufende zuerst hören',
    reached: 'Wen Anrufende erreichen',
    missed: 'Nachrichten und verpasste Anrufe',
    recorded: 'Aufnahmen',
    callers: 'Wer anrufen darf',
    troubled: 'Wenn nichts mehr geht',
    rung: 'Wie Menschen angerufen werden',
    voicemail: 'Wenn niemand abnimmt',
    incident: 'Die Störung eines Anrufs',
    more: 'Weiteres',
  },
});

export type FoldName = keyof (typeof foldTexts)['en'];

/** By the member that has the object. Members that no part names are under *More*. */
const folds: Readonly<Record<string, Fold>> = {
  accessSettings: {
    shown: ['phoneNumber'],
    folded: {
      account: [
        ...['accountSid', 'authToken', 'phoneNumberSid'],
        ...['accountId', 'apiKey', 'publicKey', 'phoneNumberId', 'connectionId'],
        ...['accessKey', 'webhookSigningKey', 'workspaceId', 'channelId'],
        'apiBaseDomain',
      ],
    },
  },
  callFlowConfig: {
    shown: [],
    folded: {
      heard: ['welcomeMessage', 'language'],
      reached: ['route', 'menu', 'callDisplayMode', 'announceCallerNumber'],
      missed: ['missedCallIncidents', 'missedCallMinimumSeconds', 'minimumVoicemailSeconds'],
      recorded: [
        'announceRecording',
        'recordingNotice',
        'recordingRetentionDays',
        'attachVoicemailTranscript',
      ],
      callers: ['callerAllowlist', 'callerBlocklist'],
      troubled: ['emergencyNumber'],
    },
  },
  route: {
    shown: ['teamId', 'escalationPolicyId'],
    folded: {
      rung: [
        'openingHours',
        'maxUsersToTry',
        'dialTimeoutPerUserInSeconds',
        'skipAlreadyDialedNumbers',
        'waitingMessage',
        'acceptCallPrompt',
        'targetConfirmGatherTimeoutSeconds',
        'targetConfirmMaxAttempts',
      ],
      voicemail: [
        'directVoicemail',
        'sendToVoicemailIfNoResponse',
        'voicemailMessage',
        'closingMessage',
      ],
      incident: ['incidentSeverity', 'autoResolveOnAnswer'],
    },
  },
};

/** Null for an object that is shown as a whole. */
export function foldOf(
  name: string,
  members: readonly string[],
): { shown: string[]; folded: [FoldName, string[]][] } | null {
  const fold = folds[name];
  if (!fold) return null;
  const parts = Object.entries(fold.folded) as [FoldName, readonly string[]][];
  const named = [...fold.shown, ...parts.flatMap(([, some]) => some)];
  const present = (some: readonly string[]) => some.filter((one) => members.includes(one));
  const rest = members.filter((one) => !named.includes(one));
  return {
    shown: present(fold.shown),
    folded: [...parts, ['more', rest] as const]
      .map(([key, some]): [FoldName, string[]] => [key, present(some)])
      .filter(([, some]) => some.length > 0),
  };
}
