import type { components } from '../../../openapi/types/public-v1.generated.ts';

type Schemas = components['schemas'];
export type Flow = Schemas['CallFlow'];
export type Prompt = Schemas['CallPrompt'];

/** A route with every default of the document. */
export interface Route {
  /** The key that leads to it; null where there is no menu. */
  key: string | null;
  teamId: string;
  severity: Schemas['Severity'];
  isVoicemailOnly: boolean;
  hasVoicemail: boolean;
  resolvesOnAnswer: boolean;
  peopleMax: number;
  ringSeconds: number;
  confirmSeconds: number;
  confirmAttempts: number;
  voicemailMessage: Prompt;
  closingMessage: Prompt;
  acceptPrompt: Prompt;
  /** The person who picks up hears the number of the caller. */
  saysCallerNumber: boolean;
  /** Callers hear before the recording that there is one. */
  hasRecordingNotice: boolean;
  /** In its own words; null is a short text. */
  recordingNotice: Prompt;
  /** How long a call lasts that opens an incident though nobody took it; null: none does. */
  missedSeconds: number | null;
  hours: Schemas['CallOpeningHours'];
}

export interface Menu {
  attempts: number;
  keySeconds: number;
}

/** The path of a caller by settings that may not be saved yet; half-filled settings count as left out. */
export interface DrawnFlow {
  welcome: Prompt;
  allowed: number;
  blocked: number;
  missedSeconds: number | null;
  menu: Menu | null;
  routes: Route[];
}

/** Pure. `teamId`: of the integration, whose calls go there unless a route says otherwise. */
export function drawnFlow(flow: Flow | undefined, teamId: string): DrawnFlow {
  const { menu, route, welcomeMessage, callerAllowlist, callerBlocklist } = flow ?? {};
  const missedSeconds =
    (flow?.missedCallIncidents ?? true) ? (flow?.missedCallMinimumSeconds ?? 10) : null;
  const at = {
    teamId,
    missedSeconds,
    saysCallerNumber: flow?.announceCallerNumber ?? true,
    hasRecordingNotice: flow?.announceRecording ?? true,
    recordingNotice: flow?.recordingNotice ?? null,
  };
  return {
    welcome: welcomeMessage ?? null,
    allowed: callerAllowlist?.length ?? 0,
    blocked: callerBlocklist?.length ?? 0,
    missedSeconds,
    menu: menu
      ? { attempts: menu.menuMaxAttempts ?? 3, keySeconds: menu.menuGatherTimeoutSeconds ?? 5 }
      : null,
    routes: menu
      ? (menu.options ?? []).map(({ key, route: of }) => routeOf(of, key ?? '', at))
      : [routeOf(route, null, at)],
  };
}

/** The settings of the number, which hold for each of its routes. */
type OfNumber = Pick<
  Route,
  'teamId' | 'missedSeconds' | 'saysCallerNumber' | 'hasRecordingNotice' | 'recordingNotice'
>;

function routeOf(
  route: Schemas['CallRoute'] | undefined,
  key: string | null,
  { teamId, ...ofNumber }: OfNumber,
): Route {
  return {
    key,
    teamId: route?.teamId ?? teamId,
    severity: route?.incidentSeverity ?? 'Warning',
    isVoicemailOnly: route?.directVoicemail ?? false,
    hasVoicemail: route?.sendToVoicemailIfNoResponse ?? true,
    resolvesOnAnswer: route?.autoResolveOnAnswer ?? true,
    peopleMax: route?.maxUsersToTry ?? 3,
    ringSeconds: route?.dialTimeoutPerUserInSeconds ?? 20,
    confirmSeconds: route?.targetConfirmGatherTimeoutSeconds ?? 8,
    confirmAttempts: route?.targetConfirmMaxAttempts ?? 2,
    voicemailMessage: route?.voicemailMessage ?? null,
    closingMessage: route?.closingMessage ?? null,
    acceptPrompt: route?.acceptCallPrompt ?? null,
    ...ofNumber,
    hours: route?.openingHours ?? null,
  };
}
