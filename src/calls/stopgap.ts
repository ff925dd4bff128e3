import { type World, within } from '../kernel/index.ts';
import { LateError, UndecidedError } from './apply-event.ts';
import { openAgain, sealAgain } from './asked-again.ts';
import type { UnansweredRequest } from './call-event.ts';
import type { CallNumber } from './call-number.ts';
import type { CallStep, Calls, ReceivedRequest } from './calls.ts';
import { createAddresses, numberUrls } from './carriers/addresses.ts';
import type { CarrierAnswer, VoiceCarrier } from './carriers/carrier.ts';
import { calledOf, fieldsOf } from './carriers/form-fields.ts';
import { apologyPrompt } from './flow/words.ts';
import { isGenuine } from './genuine.ts';
import type { StopgapInstruction } from './instructions.ts';
import type { KnownNumbers } from './known-numbers.ts';
import type { UnansweredNote, UnansweredNotes } from './unanswered-notes.ts';

/**
 * Seconds until the carrier asks again, which finds the answer stored if it was decided meanwhile. Then something else
 * is said.
 */
const pauseSeconds = [2, 3, 5];
/** On the side of a person of the team. */
const memberSteps: ReadonlySet<CallStep['at']> = new Set([
  'whisper',
  'confirm',
  'call-back',
  'call-back-key',
  'call-back-result',
]);
const emergencyRingSeconds = 60;
const emergencyTalkSeconds = 4 * 3600;
/** A disk that does not answer either must not keep the caller from being told anything. */
const noteMilliseconds = 3_000;

export interface StopgapParts {
  world: World;
  numbers: KnownNumbers;
  notes: UnansweredNotes;
  publicUrl(): string;
}

/** Answers for carriers when it cannot be decided how a call goes on. None of them needs the store. */
export interface Stopgap {
  /** To ask again; after some times, what is said to the caller for good. */
  answer(carrier: VoiceCarrier, received: ReceivedRequest, error: unknown): Promise<CarrierAnswer>;
  /** For a carrier that got no answer elsewhere. */
  last(carrier: VoiceCarrier, received: FallenBack): Promise<CarrierAnswer>;
}

export function createStopgap(parts: StopgapParts): Stopgap {
  const { world } = parts;

  async function answer(
    carrier: VoiceCarrier,
    received: ReceivedRequest,
    error: unknown,
  ): Promise<CarrierAnswer> {
    const { step } = received;
    const { integrationId, fields, ids, number, isGenuine } = await look(parts, carrier, received);
    // A number that was never read cannot verify the request: the carrier is told to ask again.
    if (!ids || (number && !isGenuine)) return carrier.apology(calledOf(fields));
    const { callId } = ids;
    const again = openAgain(world, received.again, { integrationId, callId, at: step.at });
    const attempt = again?.attempt ?? 0;
    const event = number && (again?.event ?? carrier.parse(step, fields));
    const pause = error instanceof UndecidedError ? undefined : pauseSeconds[attempt];
    const isMember = memberSteps.has(step.at);
    const ending = number?.settings.emergencyNumber && !isMember ? 'emergency-number' : 'sorry';
    const said = pause === undefined ? ending : 'wait';
    // A member who waits is nobody's end of a call.
    if (event && !(isMember && said === 'wait'))
      await note(parts, {
        ...{ carrier: carrier.name, integrationId, callId, step, attempt, event, isMember, said },
        ...{ why: whyOf(error), at: world.clock.now() },
      });
    if (pause === undefined)
      return number ? inTheEnd(parts, carrier, number, ending) : carrier.apology(calledOf(fields));
    const next = { integrationId, callId, at: step.at, attempt: attempt + 1, event };
    return askAgain(parts, carrier, received, { seconds: pause, sealed: sealAgain(world, next) });
  }

  async function last(carrier: VoiceCarrier, received: FallenBack): Promise<CarrierAnswer> {
    const { integrationId, fields, ids, number, isGenuine } = await look(parts, carrier, received);
    if (!ids || !number || !isGenuine) return carrier.apology(calledOf(fields));
    const status = fields.get('DialCallStatus');
    // The talk with the emergency number is over.
    if (status === 'completed' || status === 'answered')
      return carrier.render([{ do: 'hang-up' }], noAddresses);
    if (status !== undefined) return inTheEnd(parts, carrier, number, 'sorry');
    const event = carrier.parse({ at: 'voice' }, fields);
    const said = number.settings.emergencyNumber ? 'emergency-number' : 'sorry';
    if (event)
      await note(parts, {
        ...{ carrier: carrier.name, integrationId, callId: ids.callId, step: null, attempt: 0 },
        ...{ why: 'carrier', said, isMember: false, at: world.clock.now(), event },
      });
    return inTheEnd(parts, carrier, number, said);
  }

  return { answer, last };
}

type FallenBack = Parameters<Calls['fallBack']>[0];

/** The fields of the request, and its number as far as it is known without the store. */
async function look({ numbers }: StopgapParts, carrier: VoiceCarrier, received: FallenBack) {
  const { request } = received;
  const integrationId = received.integrationId.toLowerCase();
  const fields = fieldsOf(request.body) ?? new Map<string, string>();
  const ids = carrier.idsOf(fields);
  const found = numbers.get(integrationId);
  const number = found?.carrier === carrier.name ? found : null;
  const genuine = number !== null && (await isGenuine(carrier, request, ids, number.access));
  return { integrationId, fields, ids, number, isGenuine: genuine };
}

function askAgain(
  { publicUrl }: StopgapParts,
  carrier: VoiceCarrier,
  { integrationId, step, sessionId }: ReceivedRequest,
  { seconds, sealed }: { seconds: number; sealed: string },
): Promise<CarrierAnswer> {
  const place = { publicUrl: publicUrl(), carrier: carrier.name, integrationId };
  const address = addressOf(place, step, sessionId, sealed);
  const instructions: StopgapInstruction[] = [
    { do: 'pause', seconds },
    // Wherever it came from.
    { do: 'go', next: { at: 'route' } },
  ];
  return carrier.render(instructions, { of: () => address, audio: () => '' });
}

/** The caller is told something, whether it can be noted or not. */
async function note({ world, notes }: StopgapParts, unanswered: UnansweredNote): Promise<void> {
  try {
    await within(noteMilliseconds, notes.add(unanswered), () => {
      throw new Error('The disk does not answer.');
    });
  } catch (error) {
    const { integrationId, callId } = unanswered;
    const about = { err: error, integrationId, callId };
    world.log.error(about, 'a call that could not be answered could not be noted');
  }
}

function inTheEnd(
  { publicUrl }: StopgapParts,
  carrier: VoiceCarrier,
  { settings }: CallNumber,
  said: 'sorry' | 'emergency-number',
): Promise<CarrierAnswer> {
  const { integrationId, phoneNumber: callerId, emergencyNumber } = settings;
  const place = { publicUrl: publicUrl(), carrier: carrier.name, integrationId };
  const instructions: StopgapInstruction[] =
    emergencyNumber === null || said === 'sorry'
      ? [{ do: 'say', prompt: apologyPrompt(settings) }, { do: 'hang-up' }]
      : [
          {
            do: 'connect',
            to: emergencyNumber,
            callerId,
            ringSeconds: emergencyRingSeconds,
            timeLimitSeconds: emergencyTalkSeconds,
            result: numberUrls(place).fallback,
          },
        ];
  return carrier.render(instructions, noAddresses);
}

const noAddresses = { of: () => '', audio: () => '' };

function whyOf(error: unknown): UnansweredRequest['why'] {
  if (error instanceof LateError) return 'late';
  return error instanceof UndecidedError ? 'mistake' : 'store';
}

/** The address of the request, with what it said. */
function addressOf(
  place: Parameters<typeof numberUrls>[0],
  step: CallStep,
  sessionId: string | null,
  sealed: string,
): string {
  const again = new URLSearchParams({ again: sealed });
  if (step.at === 'voice' || step.at === 'status') return `${numberUrls(place).voice}?${again}`;
  return `${createAddresses({ ...place, sessionId: sessionId ?? '' }).of(step)}&${again}`;
}
