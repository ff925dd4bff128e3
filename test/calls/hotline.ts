import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallEvent, CallStatus } from '../../src/calls/call-event.ts';
import type {
  CallPlacement,
  CarrierApi,
  DeletedRecording,
  FetchedRecording,
  FoundRecording,
  PlacedCall,
  VoiceCarrier,
} from '../../src/calls/carriers/carrier.ts';
import {
  type CallAnswer,
  type CallSessionDocument,
  type CallSettings,
  type CallStep,
  type Calls,
  type CallsOptions,
  createCalls,
  type RouteSettings,
} from '../../src/calls/index.ts';
import { callSessionModel } from '../../src/calls/model.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { type IncidentDocument, incidentModel } from '../../src/incidents/index.ts';
import { IntakeViews } from '../../src/integrations/index.ts';
import { words } from '../../src/sentences/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { menuWith, routeWith, settingsWith } from './flow/one-call.ts';

export { menuWith };

const catalogue = await loadCatalogue(fileURLToPath(new URL('../../templates', import.meta.url)));

export const caller = '+4915112345678';
export const accountId = 'AC1';
const token = 'secret';

/** What the fake carrier's API answers; tests change it. */
export interface CarrierSide {
  status: CallStatus | null;
  /** Answers to requests for recordings, one after the other; the last one stays. */
  recordings: FetchedRecording[];
  /** Addresses that were asked for. */
  asked: string[];
  /** Whether it has a recording that it did not report, and how often it was asked. */
  found: FoundRecording;
  sought: number;
  /** What requests to delete a recording are answered, and the recordings that they named. */
  deletion: DeletedRecording;
  deleted: string[];
  /** What it was asked to ring, and what it answers. */
  placed: PlacedCall[];
  placement: CallPlacement;
}

/** A carrier of a few lines: requests say their event in JSON, answers are the instructions in JSON. */
export function fakeCarrier(side: CarrierSide): VoiceCarrier {
  const api: CarrierApi = {
    callStatus: async () => side.status,
    async findRecording() {
      side.sought += 1;
      return side.found;
    },
    async recording({ url }) {
      side.asked.push(url);
      const next = side.recordings.length > 1 ? side.recordings.shift() : side.recordings[0];
      return next ?? { outcome: 'retry', error: words('There is none.') };
    },
    async deleteRecording(recordingId) {
      side.deleted.push(recordingId);
      return side.deletion;
    },
    async placeCall(call) {
      side.placed.push(call);
      return side.placement;
    },
    setUpNumber: async () => ({ outcome: 'refused', error: words('No number is set up here.') }),
    destination: async () => ({ outcome: 'refused', error: words('No number is set up here.') }),
  };
  return {
    name: 'fake',
    verify: async (request, access) =>
      access.authTokens.includes(request.header('x-token') ?? 'none'),
    idsOf(fields) {
      const [account, callId] = [fields.get('account'), fields.get('call')];
      return account && callId ? { accountId: account, callId } : null;
    },
    parse: (_step, fields) => JSON.parse(fields.get('event') ?? 'null'),
    render: async (instructions, addresses) => ({
      body: JSON.stringify(instructions, (_name, value) =>
        value !== null && typeof value === 'object' && Object.hasOwn(value, 'at')
          ? addresses.of(value)
          : value,
      ),
      contentType: 'application/json',
    }),
    apology: () => ({ body: 'sorry', contentType: 'text/plain' }),
    notedStatus: 204,
    api: () => api,
    warmUp: async () => undefined,
  };
}

export interface Hotline {
  t: TestApp;
  calls: Calls;
  side: CarrierSide;
  integrationId: string;
  /** What a call that begins now is treated by. */
  settings: CallSettings;
  /** Tokens of the number; null: the number was deleted. */
  tokens: readonly string[] | null;
  poked: string[];
  /** Does everything that is due now. */
  settle(): Promise<void>;
  stored(callId: string): Promise<CallSessionDocument>;
  /** Those that it led to, oldest first. */
  incidents(): Promise<IncidentDocument[]>;
  stop(): Promise<void>;
}

export interface HotlineOptions {
  t: TestApp;
  /** Of the number. */
  teamId: string;
  /** More of the integration. */
  integration?: object;
  calls?: Partial<CallsOptions>;
}

export const startServer = () => startTestApp();

/** A number of a team, with the calls module of one process on the store of the server. */
export async function openHotline({
  t,
  teamId,
  integration = {},
  calls: more = {},
}: HotlineOptions): Promise<Hotline> {
  const { world, processes } = t.app;
  const { displayName = 'Hotline', ...others } = integration as { displayName?: string };
  const integrationId = await t.api.make('/inbound-integration', {
    displayName,
    teamId,
    type: 'Twilio',
    ...others,
  });
  const side: CarrierSide = {
    status: null,
    recordings: [],
    asked: [],
    found: { outcome: 'none' },
    sought: 0,
    deletion: { outcome: 'deleted' },
    deleted: [],
    placed: [],
    placement: { outcome: 'placed', callId: 'back' },
  };
  const settings = settingsWith({
    integrationId,
    organizationId: t.organizationId,
    displayName,
    teamId,
    routing: { mode: 'single', route: routeOf(teamId) },
  });
  const hotline: Hotline = {
    t,
    side,
    integrationId,
    settings,
    tokens: [token],
    poked: [],
    calls: createCalls({
      world,
      carriers: [fakeCarrier(side)],
      views: new IntakeViews(world, processes, catalogue),
      findNumber: async (id) =>
        id === integrationId && hotline.tokens
          ? {
              carrier: 'fake',
              settings: hotline.settings,
              access: {
                accountId,
                authTokens: hotline.tokens,
                publicKeys: [],
                applicationId: null,
                apiHost: null,
              },
            }
          : null,
      publicUrl: () => 'https://tocsin.example.com',
      poke: (task) => hotline.poked.push(task),
      dataDir: mkdtempSync(join(tmpdir(), 'tocsin-calls-')),
      random: () => 0,
      ...more,
    }),
    async settle() {
      for (const task of hotline.calls.tasks) await task.run(new AbortController().signal);
    },
    async stored(callId) {
      const found = await callSessionModel(world.store)
        .findOne({ integrationId, providerCallId: callId })
        .lean<CallSessionDocument>();
      if (!found) throw new Error(`There is no call ${callId}.`);
      return found;
    },
    incidents: () =>
      incidentModel(world.store)
        .find({ integrationId })
        .sort({ _id: 1 })
        .lean<IncidentDocument[]>(),
    stop: () => t.stop(),
  };
  return hotline;
}

export function routeOf(teamId: string, change: Partial<RouteSettings> = {}): RouteSettings {
  return routeWith({ teamId, ...change });
}

export interface SaidOf {
  sessionId?: string | null;
  token?: string;
  account?: string;
  carrier?: string;
  integrationId?: string;
  /** Another process. */
  through?: Calls;
  call?: string;
  /** From the answer that told the carrier to ask again. */
  again?: string;
  /** When the request reached the server; now unless a test says. */
  arrivedAt?: number;
  isGone?: () => boolean;
}

/** One request of the carrier about a call. */
export async function say(
  hotline: Hotline,
  callId: string,
  at: CallStep,
  event: CallEvent | null,
  of: SaidOf = {},
): Promise<CallAnswer> {
  const fields = new URLSearchParams({
    account: of.account ?? accountId,
    call: of.call ?? callId,
    event: JSON.stringify(event),
  });
  const headers: Record<string, string> = { 'x-token': of.token ?? token };
  const withoutId = at.at === 'voice' || at.at === 'status';
  const sessionId = of.sessionId ?? (withoutId ? null : (await hotline.stored(callId))._id);
  return (of.through ?? hotline.calls).receive({
    carrier: of.carrier ?? 'fake',
    integrationId: of.integrationId ?? hotline.integrationId,
    step: at,
    sessionId,
    again: of.again ?? null,
    arrivedAt: of.arrivedAt ?? performance.now(),
    isGone: of.isGone ?? (() => false),
    request: {
      target: '/',
      publicUrl: 'https://tocsin.example.com',
      header: (name) => headers[name] ?? null,
      body: Buffer.from(fields.toString()),
      now: hotline.t.clock.now(),
    },
  });
}

type Given = SaidOf & { from?: string };

/** The steps of a call as a carrier goes through them. */
export const dialIn = (hotline: Hotline, callId: string, { from = caller, ...of }: Given = {}) =>
  say(
    hotline,
    callId,
    { at: 'voice' },
    { kind: 'CallArrived', from, to: hotline.settings.phoneNumber },
    of,
  );

export const reachRoute = (hotline: Hotline, callId: string, of: SaidOf = {}) =>
  say(hotline, callId, { at: 'route' }, { kind: 'RouteReached' }, of);

export const pickUp = (hotline: Hotline, callId: string, leg = 0, of: SaidOf = {}) =>
  say(
    hotline,
    callId,
    { at: 'whisper', leg },
    { kind: 'MemberPickedUp', leg, childCallId: `${callId}-${leg}` },
    of,
  );

export const press = (hotline: Hotline, callId: string, key: string, leg = 0, of: SaidOf = {}) =>
  say(
    hotline,
    callId,
    { at: 'confirm', leg, attempt: 1 },
    { kind: 'MemberKey', leg, attempt: 1, key },
    of,
  );

export const endDial = (
  hotline: Hotline,
  callId: string,
  change: Partial<CallEvent & { kind: 'DialEnded' }> = {},
  of: SaidOf = {},
) => {
  const leg = change.leg ?? 0;
  return say(
    hotline,
    callId,
    { at: 'dial-result', leg },
    {
      kind: 'DialEnded',
      leg,
      status: 'no-answer',
      isBridged: false,
      durationSeconds: 0,
      callHasEnded: false,
      ...change,
    },
    of,
  );
};

export const endCall = (hotline: Hotline, callId: string, of: SaidOf = {}) =>
  say(
    hotline,
    callId,
    { at: 'status' },
    { kind: 'CallEnded', status: 'completed', durationSeconds: 30 },
    of,
  );

/** From the first ring to the end of the talk. */
export async function acceptedCall(hotline: Hotline, callId: string, of: Given = {}) {
  await dialIn(hotline, callId, of);
  await reachRoute(hotline, callId, of);
  await pickUp(hotline, callId, 0, of);
  await press(hotline, callId, '1', 0, of);
  hotline.t.clock.advance(60);
  await endDial(hotline, callId, { status: 'completed', isBridged: true, durationSeconds: 60 }, of);
  await endCall(hotline, callId, of);
}

export const recording = {
  id: 'RE1',
  url: 'https://carrier.example.com/RE1',
  durationSeconds: 7,
} as const;

/** A call that goes to voicemail at once, and leaves a message. */
export async function voicemail(hotline: Hotline, callId: string, of: Given = {}) {
  await dialIn(hotline, callId, of);
  await reachRoute(hotline, callId, of);
  await say(
    hotline,
    callId,
    { at: 'recording-status' },
    {
      kind: 'RecordingStatus',
      status: 'in-progress',
      recording: { ...recording, durationSeconds: null },
    },
    of,
  );
  await say(hotline, callId, { at: 'recorded' }, { kind: 'Recorded', recording }, of);
}

export const recordingIs = (
  hotline: Hotline,
  callId: string,
  status: 'completed' | 'absent' | 'failed',
  of: SaidOf = {},
) =>
  say(
    hotline,
    callId,
    { at: 'recording-status' },
    { kind: 'RecordingStatus', status, recording },
    of,
  );

/** An answer as instructions; throws where there is none. */
export function instructionsOf(answer: CallAnswer): { do: string; [member: string]: unknown }[] {
  if (answer.outcome !== 'answered') throw new Error(`Not answered: ${answer.outcome}`);
  return JSON.parse(answer.answer.body);
}

/** What the address holds at which the carrier was told to ask again; throws where it was not. */
export function askedAgainBy(answer: CallAnswer): string {
  const [pause, go] = instructionsOf(answer);
  const again = new URL(String(go?.next)).searchParams.get('again');
  if (pause?.do !== 'pause' || !again)
    throw new Error(`Not asked again: ${JSON.stringify(answer)}`);
  return again;
}
