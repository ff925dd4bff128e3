import { type Catalogue, linesOf } from '../catalogue/index.ts';
import {
  type CallFlowWire,
  type CallPromptWire,
  fileIdOf,
  loadIntegrations,
  type PhoneNumber,
  type PlacedRoute,
  parseCallerEntry,
  phoneNumberOf,
  promptFilesOf,
  routesOf,
} from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import { findMediaOf, type MediaFile } from '../media/index.ts';
import { existingTeams } from '../teams/index.ts';
import type { FindNumber } from './call-number.ts';
import type { CallSettings, OpeningHours, Prompt, RouteSettings } from './call-settings.ts';
import type { CarrierAccess } from './carriers/carrier.ts';
import { spokenIn } from './carriers/voices.ts';

/**
 * Credentials that the operator gave the server, by the carrier's name; for numbers without credentials of their own.
 */
export type ServerAccess = Readonly<
  Record<string, Pick<CarrierAccess, 'accountId' | 'authTokens'> | undefined>
>;

/**
 * The settings of numbers as they are stored now, every default applied. An edit counts for the next call: nothing is
 * kept, as it takes two reads.
 */
export function createFindNumber(
  world: Pick<World, 'store' | 'secrets'>,
  catalogue: Catalogue,
  serverAccess: ServerAccess,
): FindNumber {
  return async (integrationId) => {
    const integration = (await loadIntegrations(world, [integrationId])).get(integrationId);
    const type = integration && catalogue.find(integration.wire.type);
    const number = type && phoneNumberOf(type, integration.wire);
    if (!number) return null;
    return {
      carrier: number.carrier,
      access: accessOf(number, serverAccess[number.carrier]),
      settings: await settingsOf(world, integration, number),
    };
  };
}

/** The call settings that the stored or unsaved settings of a number result in. */
export async function settingsOf(
  world: Pick<World, 'store'>,
  { id: integrationId, organizationId, wire }: NumberedIntegration,
  { phoneNumber, flow }: Pick<PhoneNumber, 'phoneNumber' | 'flow'>,
): Promise<CallSettings> {
  const teamId = wire.teamId.toLowerCase();
  const routes = routesOf(flow);
  const routeTeams = new Set(
    routes.flatMap(({ route }) => [
      route.teamId?.toLowerCase() ?? teamId,
      route.openingHours?.closedTeamId?.toLowerCase() ?? teamId,
    ]),
  );
  const [teams, files] = await Promise.all([
    existingTeams(world, organizationId, [...routeTeams]),
    findMediaOf(world, organizationId, promptFilesOf(flow)),
  ]);
  return {
    integrationId,
    organizationId,
    displayName: wire.displayName,
    teamId,
    phoneNumber,
    callDisplayMode: flow.callDisplayMode ?? 'CallerNumber',
    language: languageOf(flow),
    attachesTranscript: flow.attachVoicemailTranscript ?? false,
    // Recording without notice is unlawful in many places: it is switched off by hand only.
    ...((flow.announceRecording ?? true)
      ? { recordingNotice: toPrompt(flow.recordingNotice, files) ?? 'built-in' }
      : {}),
    saysCallerNumber: flow.announceCallerNumber ?? true,
    messageSecondsMin: flow.minimumVoicemailSeconds ?? 2,
    missedSecondsMin:
      (flow.missedCallIncidents ?? true) ? (flow.missedCallMinimumSeconds ?? 10) : null,
    emergencyNumber: flow.emergencyNumber || null,
    welcome: toPrompt(flow.welcomeMessage, files),
    allowlist: entriesOf(flow.callerAllowlist),
    blocklist: entriesOf(flow.callerBlocklist),
    routing: routingOf(
      flow,
      routes.map((placed) => toRoute(placed, { teamId, teams, files })),
    ),
  };
}

/** A number that welcomes callers in a language goes on in it. */
function languageOf({ language, welcomeMessage }: CallFlowWire): string {
  return spokenIn(language ?? (welcomeMessage?.text && welcomeMessage.locale) ?? 'en-US').language;
}

interface NumberedIntegration {
  id: string;
  organizationId: string;
  wire: { displayName: string; teamId: string };
}

/** Whether a request of the carrier can prove where it comes from; without that no call is taken. */
export function isVerifiable(number: PhoneNumber, serverAccess: ServerAccess): boolean {
  const { accountId, authTokens, publicKeys } = accessOf(number, serverAccess[number.carrier]);
  // An API key proves nothing about requests.
  return number.carrier === 'telnyx'
    ? publicKeys.length > 0
    : accountId !== null && authTokens.length > 0;
}

/** Credentials of the number. Without any, those of the server, for calls of its account and never for another host. */
function accessOf(number: PhoneNumber, server: ServerAccess[string]): CarrierAccess {
  const access = carrierAccessOf(number);
  if (access.authTokens.length > 0 || access.publicKeys.length > 0 || !server) return access;
  if (access.accountId !== null && access.accountId !== server.accountId) return access;
  return { ...access, ...server, apiHost: null };
}

/** The credentials of the number itself. */
export function carrierAccessOf(number: PhoneNumber): CarrierAccess {
  return {
    accountId: number.accountId,
    authTokens: linesOf(number.authTokens),
    publicKeys: linesOf(number.publicKeys),
    applicationId: number.applicationId,
    apiHost: number.apiHost,
  };
}

interface Found {
  teamId: string;
  teams: ReadonlySet<string>;
  files: ReadonlyMap<string, MediaFile>;
}

function routingOf(
  { menu }: CallFlowWire,
  routes: readonly RouteSettings[],
): CallSettings['routing'] {
  const [route] = routes;
  if (!menu && route) return { mode: 'single', route };
  return {
    mode: 'menu',
    routes,
    attemptsMax: menu?.menuMaxAttempts ?? 3,
    keySeconds: menu?.menuGatherTimeoutSeconds ?? 5,
  };
}

function toRoute({ key, route }: PlacedRoute, found: Found): RouteSettings {
  const teamId = route.teamId?.toLowerCase() ?? found.teamId;
  return {
    key,
    teamId,
    teamExists: found.teams.has(teamId),
    ...(route.escalationPolicyId
      ? { escalationPolicyId: route.escalationPolicyId.toLowerCase() }
      : {}),
    severity: route.incidentSeverity ?? 'Warning',
    goesToVoicemail: route.directVoicemail ?? false,
    // A call that nobody answers must not be lost silently.
    voicemailIfNobodyAnswers: route.sendToVoicemailIfNoResponse ?? true,
    voicemailMessage: toPrompt(route.voicemailMessage, found.files),
    closingMessage: toPrompt(route.closingMessage, found.files),
    resolvesOnAnswer: route.autoResolveOnAnswer ?? true,
    skipsDialedNumbers: route.skipAlreadyDialedNumbers ?? false,
    usersMax: route.maxUsersToTry ?? 3,
    ringSeconds: route.dialTimeoutPerUserInSeconds ?? 20,
    acceptPrompt: toPrompt(route.acceptCallPrompt, found.files),
    acceptSeconds: route.targetConfirmGatherTimeoutSeconds ?? 8,
    acceptAttemptsMax: route.targetConfirmMaxAttempts ?? 2,
    ...waitingOf(toPrompt(route.waitingMessage, found.files)),
    ...(route.openingHours ? { hours: toHours(route.openingHours, found) } : {}),
  };
}

function waitingOf(waitingMessage: Prompt | null): Pick<RouteSettings, 'waitingMessage'> {
  return waitingMessage ? { waitingMessage } : {};
}

function toHours(
  { timeZoneId, windows, holidays, whenClosed, ...given }: OpeningHoursWire,
  { teams, files }: Found,
): OpeningHours {
  const closedTeamId = given.closedTeamId?.toLowerCase() ?? null;
  const isTeam = whenClosed === 'Team' && closedTeamId !== null && teams.has(closedTeamId);
  const closedMessage = toPrompt(given.closedMessage, files);
  return {
    timeZoneId,
    windows: windows.map(({ daysOfWeek, after, before }) => ({
      days: daysOfWeek ?? null,
      from: after ?? null,
      until: before ?? null,
    })),
    holidays: (holidays ?? []).map(({ date, name }) => ({ date, name: name ?? null })),
    // Without the team, or the words, at least nobody is lost.
    closed: isTeam ? 'team' : whenClosed === 'Message' && closedMessage ? 'message' : 'voicemail',
    closedMessage,
    closedTeamId: isTeam ? closedTeamId : null,
  };
}

type OpeningHoursWire = NonNullable<PlacedRoute['route']['openingHours']>;

/** A file that is gone is spoken where there is a text; null means the usual words. */
function toPrompt(
  given: CallPromptWire | null | undefined,
  files: ReadonlyMap<string, MediaFile>,
): Prompt | null {
  if (!given) return null;
  const file =
    given.type === 'AudioFile' ? files.get(fileIdOf(given.audioFile?.objectKey ?? '') ?? '') : null;
  if (file)
    return {
      kind: 'audio',
      fileId: file._id,
      sha256: file.sha256,
      extension: file.extension,
      durationSeconds: file.durationSeconds,
    };
  return given.text ? { kind: 'speech', text: given.text, locale: given.locale ?? 'en-US' } : null;
}

/** In the order of the list, each once. */
function entriesOf(list: readonly string[] | null | undefined): string[] {
  const entries = (list ?? []).map(parseCallerEntry);
  return [...new Set(entries.flatMap((one) => ('entry' in one ? [one.entry] : [])))];
}
