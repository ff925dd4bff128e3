import { isTimeZone } from '../calendar/index.ts';
import { linesOf } from '../catalogue/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import { findMediaOf, isUsablePrompt } from '../media/index.ts';
import { canEditTeam } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { existingTeams } from '../teams/index.ts';
import { parseCallerEntry } from './caller-entry.ts';
import type { IntegrationWire } from './model.ts';
import {
  type CallFlowWire,
  type CallPromptWire,
  fileIdOf,
  objectKeyOf,
  type PhoneNumber,
  type PlacedRoute,
  phoneNumbersIn,
  promptFilesOf,
  promptsOf,
  routesOf,
} from './phone-number.ts';
import { wellSpoken } from './spoken-text.ts';

/** The longest text that a carrier takes, written in a URL. */
const encodedLettersMax = 4_500;
const tokensMax = 2;

/** With texts that can be spoken: control characters break the document that a carrier reads. */
export function withSpeakableTexts(wire: IntegrationWire): IntegrationWire {
  const { twilio, telnyx } = wire.integrationSettings ?? {};
  if (!twilio?.callFlowConfig && !telnyx?.callFlowConfig) return wire;
  return {
    ...wire,
    integrationSettings: {
      ...wire.integrationSettings,
      ...(twilio ? { twilio: wellSpoken(twilio) } : {}),
      ...(telnyx ? { telnyx: wellSpoken(telnyx) } : {}),
    },
  };
}

/**
 * 400 that names everything a call could not work with, and teams and files that the organization does not have; 403
 * for a route to a team that the actor does not administer, unless it was there before.
 */
export async function demandWorkingNumber(
  ctx: Ctx,
  wire: IntegrationWire,
  current: IntegrationWire | undefined,
): Promise<void> {
  const before = current ? phoneNumbersIn(current.integrationSettings) : [];
  const filesBefore = new Set(before.flatMap(({ flow }) => promptFilesOf(flow)));
  const teamsBefore = new Set(before.flatMap(({ flow }) => teamsOf(flow)));
  const fields: Record<string, Sentence[]> = {};
  const foreign: string[] = [];
  for (const number of phoneNumbersIn(wire.integrationSettings)) {
    const at = `integrationSettings.${number.carrier}`;
    const add: Add = (path, problem) => {
      fields[`${at}.${path}`] ??= [problem];
    };
    checkAccess(number.access, add);
    const inFlow: Add = (path, problem) => add(`callFlowConfig.${path}`, problem);
    checkFlow(number.flow, inFlow);
    checkEmergencyNumber(number, inFlow);
    await checkFiles(ctx, number.flow, filesBefore, inFlow);
    foreign.push(...(await checkTeams(ctx, number.flow, teamsBefore, inFlow)));
  }
  const wrong = Object.entries(fields);
  if (wrong.length > 0) {
    const members = wrong
      .slice(0, 5)
      .flatMap(([member, reasons]) =>
        reasons.map((reason) => say('memberIsWrong', { member, reason })),
      );
    throw new AppError('validation-failed', say('inOrder', { said: members }), { fields });
  }
  if (foreign.length > 0)
    throw new AppError('forbidden', say('foreignCallTeams', { teams: foreign.join(', ') }));
}

type Add = (path: string, problem: Sentence) => void;

interface AccessSettings {
  phoneNumber: string;
  apiBaseDomain?: string | null;
  accountSid?: string | null;
  authToken?: string | null;
  apiKey?: string | null;
  publicKey?: string | null;
}

function checkAccess(access: AccessSettings, add: Add): void {
  const { phoneNumber, apiBaseDomain, accountSid, authToken, apiKey, publicKey } = access;
  if (!/^\+[1-9]\d{6,14}$/.test(phoneNumber))
    add('accessSettings.phoneNumber', say('numberMalformed'));
  if (apiBaseDomain && !/^[a-z\d](?:[a-z\d.-]{0,252}[a-z\d])?$/i.test(apiBaseDomain))
    add('accessSettings.apiBaseDomain', say('hostNameOnly'));
  for (const [name, secret] of Object.entries({ authToken, apiKey, publicKey })) {
    if (secret === null || secret === undefined) continue;
    if (secret.trim() === '') add(`accessSettings.${name}`, say('secretNeedsVisible'));
    if (linesOf(secret).length > tokensMax)
      add(`accessSettings.${name}`, say('secretLinesOver', { max: tokensMax }));
  }
  if (accountSid && !/^AC[\w-]+$/.test(accountSid))
    add('accessSettings.accountSid', say('accountSidMalformed'));
  if (authToken && !accountSid) add('accessSettings.accountSid', say('accountOfTokenMissing'));
  if (linesOf(publicKey ?? null).some((key) => !isPublicKey(key)))
    add('accessSettings.publicKey', say('publicKeyMalformed'));
}

function isPublicKey(text: string): boolean {
  return /^[A-Za-z\d+/]{43}=$/.test(text) && Buffer.from(text, 'base64').length === 32;
}

function checkFlow(flow: CallFlowWire, add: Add): void {
  const { route, menu, welcomeMessage } = flow;
  if (route && menu) add('menu', say('routeOrMenu'));
  if (menu) {
    const keys = new Set<string>();
    for (const [index, { key }] of menu.options.entries()) {
      if (keys.has(key)) add(`menu.options[${index}].key`, say('menuKeyTaken', { key }));
      keys.add(key);
    }
    if (!welcomeMessage) add('welcomeMessage', say('menuNeedsMessage'));
  }
  for (const { path, prompt } of promptsOf(flow)) checkPrompt(path, prompt, add);
  for (const { path, route: one } of routesOf(flow)) checkHours(`${path}.openingHours`, one, add);
  const lists = { callerAllowlist: flow.callerAllowlist, callerBlocklist: flow.callerBlocklist };
  for (const [name, entries] of Object.entries(lists))
    for (const [index, entry] of (entries ?? []).entries()) {
      const parsed = parseCallerEntry(entry);
      if ('problem' in parsed)
        add(`${name}[${index}]`, say('callerEntryWrong', { entry, problem: parsed.problem }));
    }
}

function checkHours(path: string, { openingHours: hours }: PlacedRoute['route'], add: Add): void {
  if (!hours) return;
  if (!isTimeZone(hours.timeZoneId))
    add(`${path}.timeZoneId`, say('timeZoneUnknown', { timeZone: hours.timeZoneId }));
  for (const [index, { date }] of (hours.holidays ?? []).entries())
    if (!isDate(date))
      add(`${path}.holidays[${index}].date`, say('dayNotInCalendar', { value: date }));
  if (hours.whenClosed === 'Message' && !hours.closedMessage)
    add(`${path}.closedMessage`, say('closedNeedsMessage'));
  if (hours.whenClosed === 'Team' && !hours.closedTeamId)
    add(`${path}.closedTeamId`, say('closedNeedsTeam'));
}

function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function checkEmergencyNumber(
  { phoneNumber, flow: { emergencyNumber } }: PhoneNumber,
  add: Add,
): void {
  if (!emergencyNumber) return;
  if (!/^\+[1-9]\d{6,14}$/.test(emergencyNumber)) add('emergencyNumber', say('numberMalformed'));
  else if (emergencyNumber === phoneNumber) add('emergencyNumber', say('emergencyIsOwnNumber'));
}

function checkPrompt(path: string, { type, text, audioFile }: CallPromptWire, add: Add): void {
  if (type === 'TextToSpeech' && !text?.trim()) add(`${path}.text`, say('promptNeedsText'));
  if (type === 'AudioFile' && !audioFile) add(`${path}.audioFile`, say('promptNeedsFile'));
  const letters = encodeURIComponent(text ?? '').length;
  if (letters > encodedLettersMax)
    add(`${path}.text`, say('promptTooLong', { letters, max: encodedLettersMax }));
}

async function checkFiles(
  ctx: Ctx,
  flow: CallFlowWire,
  before: ReadonlySet<string>,
  add: Add,
): Promise<void> {
  const files = await findMediaOf(ctx, ctx.organizationId, promptFilesOf(flow));
  for (const { path, prompt } of promptsOf(flow)) {
    const { objectKey } = prompt.audioFile ?? {};
    if (objectKey === undefined) continue;
    const id = fileIdOf(objectKey) ?? '';
    const file = files.get(id);
    // One that was named before may be gone: that must not block the change that names another one.
    const isKnown = file && objectKeyOf(file) === objectKey.toLowerCase();
    if (before.has(id) || (isKnown && isUsablePrompt(ctx, file))) continue;
    add(`${path}.audioFile.objectKey`, say('promptFileUnknown', { key: objectKey }));
  }
}

/** Finds teams that the actor may not choose. */
async function checkTeams(
  ctx: Ctx,
  flow: CallFlowWire,
  before: ReadonlySet<string>,
  add: Add,
): Promise<string[]> {
  const chosen = namedTeams(flow).filter(({ id }) => !before.has(id) && !canEditTeam(ctx, id));
  if (chosen.length === 0) return [];
  const ids = [...new Set(chosen.map(({ id }) => id))];
  const known = await existingTeams(ctx, ctx.organizationId, ids);
  for (const { path, id } of chosen)
    if (!known.has(id)) add(path, say('noSuchObject', { what: 'Team', id }));
  return ids.filter((id) => known.has(id));
}

function teamsOf(flow: CallFlowWire): string[] {
  return namedTeams(flow).map(({ id }) => id);
}

function namedTeams(flow: CallFlowWire): { path: string; id: string }[] {
  return routesOf(flow)
    .flatMap(({ path, route: { teamId, openingHours } }) => [
      { path: `${path}.teamId`, id: teamId },
      { path: `${path}.openingHours.closedTeamId`, id: openingHours?.closedTeamId },
    ])
    .flatMap(({ path, id }) => (id ? [{ path, id: id.toLowerCase() }] : []));
}
