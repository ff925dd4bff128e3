import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSessionModel } from '../../../src/calls/model.ts';
import { incidentModel } from '../../../src/incidents/index.ts';
import { inEnglish, type Sentence } from '../../../src/sentences/index.ts';
import { type CallStoreFault, withFaultyCallStore } from '../../support/call-store.ts';
import {
  createRandom,
  noFaults,
  type Random,
  randomFaults,
  type SimulatedCall,
} from '../../support/carrier/index.ts';
import { firstSeed, runsOf } from '../../support/runs.ts';
import { Hotline, logLine } from './hotline.ts';
import { drawCaller, drawNumber, drawPhone, type RandomNumber } from './random-calls.ts';

const runs = runsOf({ short: 20, long: 2000 });
const runsPerNumber = 20;
/** Beyond every deadline after which the carrier is asked. */
const silenceSeconds = 6 * 3600;

let hotline: Hotline;
beforeAll(async () => {
  hotline = await Hotline.start({}, { instances: 2 });
});
afterAll(() => hotline?.stop());

describe('random calls', () => {
  it(`${runs} of them, with faults of the network, keep every promise`, async () => {
    const failures: string[] = [];
    let open = 0;
    for (let seed = firstSeed; seed < firstSeed + runs; seed += runsPerNumber) {
      const number = await drawNumber(hotline, createRandom(seed));
      const played: PlayedRun[] = [];
      for (let n = seed; n < Math.min(seed + runsPerNumber, firstSeed + runs); n += 1)
        played.push(...(await play(number, n)));
      await hotline.settle();
      // Until nobody is expected to ask again.
      if (played.some(({ isFaulty }) => isFaulty)) await hotline.wait(61);
      let sessions = await storedSessions(number);
      const silent = [...sessions.values()].filter(({ outcome }) => outcome === 'Ongoing');
      open += silent.length;
      if (silent.length > 0) {
        await hotline.wait(silenceSeconds);
        sessions = await storedSessions(number);
      }
      for (const run of played)
        try {
          check(run, number, sessions.get(run.call.sid));
        } catch (error) {
          failures.push(`seed ${run.seed}, numbers from ${seed}: ${error}`);
        }
      if (failures.length > 3) break;
    }
    expect(failures.join('\n\n').slice(0, 6000)).toBe('');
    // Reports come late, but they come: few calls need the carrier to be asked.
    expect(open).toBeLessThan(runs / 10);
    const { world } = hotline.app.app;
    const [accepted, incidents] = await Promise.all([
      callSessionModel(world.store).countDocuments({
        $or: [
          { 'session.outcome': { $in: ['Accepted', 'Voicemail'] } },
          { 'session.isUnanswered': true },
        ],
      }),
      incidentModel(world.store).countDocuments({}),
    ]);
    expect(incidents, 'one incident for each call that leads to one').toBe(accepted);
  });

  it('the same seed gives the same log', async () => {
    // One in each tier, so that nothing is left to chance but what the seed decides.
    const team = await hotline.team(['Ada'], ['Bob'], ['Cleo']);
    const people = Object.values(team.people);
    const route = { maxUsersToTry: 4, skipAlreadyDialedNumbers: true };
    const number: RandomNumber = {
      ...(await hotline.number(team.id, { route })),
      route,
      blocked: [],
      peopleByPhone: new Map(people.map(({ id, phone }) => [phone, [id]])),
      hasMenu: false,
    };
    for (let seed = firstSeed; seed < firstSeed + 6; seed += 1) {
      const [first, again] = [await play(number, seed), await play(number, seed)];
      await hotline.settle();
      const sessions = await storedSessions(number);
      const logsOf = (runs: PlayedRun[]) => runs.map(({ call }) => sessions.get(call.sid)?.log);
      expect(logsOf(again)).toEqual(logsOf(first));
    }
  });
});

interface PlayedRun {
  seed: number;
  call: SimulatedCall;
  /** The carrier says whether two were connected. */
  saysBridged: boolean;
  /** Answers were lost, so that not everything that was said was done. */
  isRough: boolean;
  /** Writes of the store failed, so that the server had to ask for some requests again, or could not answer. */
  isFaulty: boolean;
}

interface StoredSession {
  outcome: string;
  endReason: Sentence | null;
  endedAt: Date | null;
  acceptedBy: string | null;
  incidentId: string | null;
  /** The server says that it could not answer. */
  isUnanswered: boolean;
  log: string[];
}

/** One caller, or two at once. */
async function play(number: RandomNumber, seed: number): Promise<PlayedRun[]> {
  const random = createRandom(seed + 1_000_000);
  const { carrier } = hotline;
  const saysBridged = random.happens(0.8);
  carrier.options.saysBridged = saysBridged;
  carrier.options.whisperOutlivesCaller = random.happens(0.5);
  const isRough = saysBridged && random.happens(0.1);
  for (const phone of number.peopleByPhone.keys())
    carrier.phone(phone, ...Array.from({ length: 4 }, () => drawPhone(random)));
  const faults = randomFaults(random, {
    duplicate: 0.15,
    twiceAtOnce: 0.05,
    delay: 0.15,
    drop: 0.2,
    noConnection: 0.03,
    lostAnswer: isRough ? 0.05 : 0,
    slowAnswer: 0.1,
  });
  carrier.faults = (webhook) => {
    // Where it matters most who is first: somebody hangs up while the accept, or the end of a talk, is on its way.
    if (webhook.kind === 'confirm' && random.happens(0.35))
      // Of a carrier that does not say whether two were connected nobody could tell.
      return saysBridged ? { fault: 'slow-answer', seconds: random.pick([1, 6]) } : null;
    if (webhook.kind === 'dial-result' && random.happens(0.4))
      return { fault: 'delay', seconds: random.pick([1, 6]) };
    const fault = faults(webhook);
    return fault?.fault === 'slow-answer' && !saysBridged ? null : fault;
  };
  const isFaulty = saysBridged && !isRough && random.happens(0.4);
  const repair = isFaulty ? failWrites(random) : () => undefined;
  const calls: SimulatedCall[] = [];
  const callers = random.happens(0.25) ? 2 : 1;
  for (let n = 0; n < callers; n += 1) {
    const script = drawCaller(random, number);
    calls.push(carrier.dialIn(script.from, number.number, script));
    await hotline.time.run(random.pick([0, 1, 7]));
  }
  await hotline.time.run();
  repair();
  carrier.faults = noFaults;
  checkNobodyTwice(calls, number);
  return calls.map((call) => ({ seed, call, saysBridged, isRough, isFaulty }));
}

/**
 * From a write of the calls on, one of them or many fail: some before they are done, some so that nobody learns that
 * they were.
 */
function failWrites(random: Random): () => void {
  const first = random.between(1, 25);
  const last = first + random.pick([0, 0, 1, 2, 5, 1000]);
  const fault = random.pick<CallStoreFault>(['before', 'after']);
  let writes = 0;
  return withFaultyCallStore(hotline.app.app.world, (operation) => {
    if (operation === 'findOne') return null;
    writes += 1;
    return writes >= first && writes <= last ? fault : null;
  });
}

/** By the carrier's id. The API shows the same; asking it for each call would take longer than the call. */
async function storedSessions({
  integrationId,
}: RandomNumber): Promise<Map<string, StoredSession>> {
  const found = await callSessionModel(hotline.app.app.world.store).find({ integrationId }).lean();
  expect(await hotline.engagements(), 'nobody is held').toEqual(
    found.some(({ session }) => session.outcome === 'Ongoing') ? expect.anything() : [],
  );
  return new Map(
    found.map(({ providerCallId, session, incidentId, log }) => {
      const { outcome, endReason, endedAt, legs, chain, isUnanswered } = session;
      const accepted = legs.find(({ isBridged }) => isBridged);
      const acceptedBy = accepted ? (chain?.[accepted.target]?.userId ?? null) : null;
      const lines = log.map(logLine);
      return [
        providerCallId,
        { outcome, endReason, endedAt, acceptedBy, incidentId, isUnanswered, log: lines },
      ] as const;
    }),
  );
}

function check(
  { call, isRough, isFaulty, saysBridged }: PlayedRun,
  number: RandomNumber,
  session: StoredSession | undefined,
): void {
  if (!session) throw new Error(`There is no session of ${call.sid}.`);
  const { log } = session;
  const story = `${call.from} ${JSON.stringify(call.script)}\n${log.join('\n')}\n${call.sent.deliveries
    .map(({ at, kind, fields, answer, isRepeat }) =>
      [
        at,
        kind,
        fields.CallStatus,
        fields.Digits,
        fields.DialCallStatus,
        fields.RecordingStatus,
        answer?.status,
        isRepeat ? 'again' : '',
      ]
        .filter((part) => part !== undefined)
        .join(' '),
    )
    .join('\n')}`;
  const must = (truth: boolean, what: string) => {
    if (!truth)
      throw new Error(
        `${what}\n${session.outcome}: ${session.endReason && inEnglish(session.endReason)}\n${story}`,
      );
  };
  must(call.leg.hasEnded, 'the call ends');
  must(!call.ranOut, 'the server says when it ends');
  must(session.outcome !== 'Ongoing' && session.endedAt !== null, 'there is an outcome');
  // A report of the end that overtakes the call itself is about a call that nobody knows.
  const isOvertaken = call.sent.deliveries[0]?.kind !== 'voice';
  const errors = call.errors.filter(
    (error) => !error.startsWith('leg-status') && !(isOvertaken && error === 'status: 4xx'),
  );
  // Of a call that could not even be noted the server knows nothing yet.
  const unexpected = isFaulty
    ? errors.filter((error) => !/5xx$|^status: 4xx$/.test(error))
    : errors;
  must(isFaulty || !session.isUnanswered, 'the server answers');
  must(!session.isUnanswered || session.outcome === 'Failed', 'unanswered: failed');
  must(isRough || unexpected.length === 0, `errors: ${errors.join()}`);

  const bridged = call.rung.filter(({ isBridged }) => isBridged);
  // A carrier that does not say whether two were connected leaves talks of no length open.
  const talked = bridged.filter(({ bridgedSeconds }) => saysBridged || bridgedSeconds > 2);
  const isAccepted = session.outcome === 'Accepted';
  must(talked.length <= 1, 'nobody else is connected afterwards');
  must(talked.length === 0 || isAccepted, 'connected: accepted');
  must(bridged.length > 0 || !isAccepted, 'accepted: connected');
  if (isAccepted) {
    const people = bridged.flatMap(({ to }) => number.peopleByPhone.get(to) ?? []);
    must(people.includes(session.acceptedBy ?? ''), 'accepted by who was connected');
  }
  for (const { leg } of bridged)
    must(leg.heard.length > 0, 'nobody is connected without the words');
  const isBlocked = number.blocked.some((prefix) => call.from.startsWith(prefix));
  must((session.outcome === 'Blocklisted') === isBlocked, 'blocked by the list alone');
  const pressed = call.sent.deliveries.filter(
    ({ kind, fields }) => kind === 'confirm' && fields.Digits === '1',
  );
  must(
    bridged.every(({ sid }) => pressed.some(({ fields }) => fields.CallSid === sid)),
    'pressed 1',
  );

  const recorded = call.recordings.some(
    // What is shorter is no message.
    ({ status, seconds }) => status === 'completed' && seconds >= 2,
  );
  if (!isBlocked && !isAccepted)
    must((session.outcome === 'Voicemail') === recorded, 'voicemail: something was recorded');
  const hasIncident =
    session.outcome === 'Accepted' || session.outcome === 'Voicemail' || session.isUnanswered;
  must((session.incidentId !== null) === hasIncident, 'an incident when the outcome asks for it');

  const tries = log.filter((line) => line === 'DialTarget sent').length;
  // The last may have been told when the caller had just gone.
  const untold = tries - call.rung.length;
  must(
    untold === 0 || (untold > 0 && (isRough || session.isUnanswered || call.leg.wasHungUp)),
    'a line for each try',
  );
  must(tries <= number.route.maxUsersToTry, 'no more tries than allowed');
  const phones = call.rung.map(({ to }) => to);
  if (number.route.skipAlreadyDialedNumbers)
    must(new Set(phones).size === phones.length, 'no number twice');
  must(!phones.includes(call.from), 'the caller is not rung');

  must(log[0] === 'CallReceived received', 'the call is received first');
  if (isBlocked) must(log.length === 2, 'two lines of a blocked call');
  checkOrder(log, must);
  for (const again of call.sent.deliveries.filter(({ isRepeat }) => isRepeat)) {
    const first = call.sent.deliveries.find(({ token }) => token === again.token);
    // Of two at once, either may be the one that the fault met.
    const isRefused = [first?.answer, again.answer].some(
      (answer) => answer?.status === 503 || /again=|<Hangup/.test(answer?.body ?? ''),
    );
    must(
      (isFaulty && isRefused) || JSON.stringify(first?.answer) === JSON.stringify(again.answer),
      `${again.kind} again, answered otherwise`,
    );
  }
}

/** What follows from something stands behind it. */
function checkOrder(log: readonly string[], must: (truth: boolean, what: string) => void): void {
  const count = { dialled: 0, ended: 0, asked: 0, keyed: 0, accepted: 0, chains: 0, messages: 0 };
  for (const line of log) {
    if (line === 'DialChainResolved internal') count.chains += 1;
    if (line === 'DialTarget sent') {
      must(count.chains === 1, 'dialled after the chain is known');
      must(count.ended === count.dialled, 'one at a time');
      must(count.accepted === 0 || count.ended > 0, 'nobody is dialled after an accept');
      count.dialled += 1;
    }
    if (line === 'ConfirmTarget sent') {
      must(count.dialled > 0, 'asked after being dialled');
      count.asked += 1;
    }
    if (line === 'ConfirmTargetResult received') {
      must(count.asked > count.keyed, 'a key after the question');
      count.keyed += 1;
      count.accepted += 1;
    }
    if (line === 'DialTargetResult received' || line === 'DialTargetResult received Failed') {
      must(count.dialled > count.ended, 'a result of somebody who was dialled');
      count.ended += 1;
    }
    if (line === 'RecordMessage sent') count.messages += 1;
    if (line === 'RecordMessage received') must(count.messages === 1, 'a message after the tone');
  }
}

/** Nobody talks to two callers of one team at once. */
function checkNobodyTwice(calls: readonly SimulatedCall[], { peopleByPhone }: RandomNumber): void {
  const talks = calls.flatMap(({ rung, sent }) =>
    rung
      .filter(({ isBridged, to }) => isBridged && peopleByPhone.get(to)?.length === 1)
      .map(({ to, leg, bridgedSeconds }) => {
        const end = leg.endedAt ?? sent.startedAt;
        return { to, start: end - bridgedSeconds * 1000, end };
      }),
  );
  for (const [index, one] of talks.entries())
    for (const other of talks.slice(index + 1))
      if (one.to === other.to)
        expect(one.start >= other.end || other.start >= one.end, 'one caller at a time').toBe(true);
}
