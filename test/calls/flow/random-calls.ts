import type { CallEvent } from '../../../src/calls/call-event.ts';
import type { CallLogEntry, CallSession, CallTarget } from '../../../src/calls/call-session.ts';
import type { CallSettings } from '../../../src/calls/call-settings.ts';
import {
  type Facts,
  needsOf,
  newSession,
  type TransitionOf,
  transition,
} from '../../../src/calls/flow/index.ts';
import type { Instruction } from '../../../src/calls/instructions.ts';
import { type CallTruth, type PlayedCall, problemsOf } from './call-properties.ts';
import { Chance } from './chance.ts';
import { caller, member, start } from './one-call.ts';
import { randomSettings } from './random-settings.ts';

/** What drives the calls: the real decisions, or faulty ones. */
export interface Driver {
  transition: TransitionOf;
  /** Whether an event that comes again gets the answer that it got before. */
  remembersAnswers: boolean;
}

export const realDriver: Driver = { transition, remembersAnswers: true };

/** A random call, and what was found wrong in it. */
export interface RandomCall extends PlayedCall {
  problems: readonly string[];
}

/**
 * A call with random settings, people and faults of the carrier: events twice, late, out of order, or never. The seed
 * says all of it.
 */
export function randomCall(seed: number, driver: Driver = realDriver): RandomCall {
  const chance = new Chance(seed);
  const settings = randomSettings(chance);
  const call = new CarriedCall(chance, settings, driver);
  try {
    call.play();
  } catch (error) {
    call.problems.push(`threw ${error instanceof Error ? error.message : error}`);
  }
  return call;
}

/** The caller has gone: what they were doing ends here. */
const gone = Symbol('gone');

/** One call as a carrier plays it. */
class CarriedCall implements RandomCall {
  session: CallSession;
  readonly settings: CallSettings;
  readonly log: CallLogEntry[] = [];
  readonly problems: string[] = [];
  checks = 0;

  private second = 0;
  private questions = 0;
  private readonly chance: Chance;
  private readonly driver: Driver;
  private readonly hangsUpAt: number;
  private readonly targets: readonly CallTarget[];
  private readonly answers = new Map<string, string>();
  /** What is on its way. */
  private readonly posted: { at: number; event: CallEvent; key: string }[] = [];
  readonly truth: CallTruth = {
    isCallerGone: false,
    isBridged: false,
    recordedSeconds: 0,
    dialed: [],
    incidents: 0,
  };
  private pressedOne = false;

  constructor(chance: Chance, settings: CallSettings, driver: Driver) {
    this.chance = chance;
    this.settings = settings;
    this.driver = driver;
    this.hangsUpAt = chance.is(0.4) ? chance.upTo(150) : Number.POSITIVE_INFINITY;
    const names = ['Ann', 'Bob', 'Cy', 'Di'];
    this.targets = Array.from({ length: chance.upTo(5) }, (_, i) => {
      const name = chance.pick(names);
      // Two of them share a telephone, and one is the caller.
      if (name === 'Di') return member(name, i, chance.is(0.3) ? caller : member('Cy').phoneNumber);
      return member(name, i);
    });
    const from = chance.pick([caller, caller, caller, '+436641234567', 'anonymous', 'sip:a@b']);
    this.session = newSession({
      id: 's',
      providerCallId: 'c',
      from,
      to: settings.phoneNumber,
      startedAt: start,
      settings,
    });
  }

  play(): void {
    const { fromRaw: from, to } = this.session;
    let todo = this.ask({ kind: 'CallArrived', from, to });
    for (;;) {
      const question = this.callerSide(todo);
      if (question === null) break;
      todo = this.ask(question);
    }
    this.deliver(Number.POSITIVE_INFINITY);
    while (this.session.checkAt) {
      this.second = (this.session.checkAt.getTime() - start.getTime()) / 1000;
      this.checks += 1;
      if (this.checks > 3) throw new Error('endless checks');
      this.tell({ kind: 'CallChecked', status: this.chance.pick([null, 'completed']) });
    }
    this.problems.push(...problemsOf(this));
  }

  /** A question is asked once or twice, and its answer is followed. */
  private ask(event: CallEvent): readonly Instruction[] {
    this.questions += 1;
    if (this.questions > 200) throw new Error('endless call');
    this.deliver(this.second);
    const key = `${this.questions} ${event.kind}`;
    const answer = this.receive(event, key);
    if (this.chance.is(0.15)) {
      if (this.chance.is(0.5)) this.receive(event, key);
      else this.posted.push({ at: this.second + this.chance.upTo(60), event, key });
    }
    if (answer === null) throw new Error(`no answer to ${event.kind}`);
    return answer;
  }

  /** A status is told late, out of order, twice, or never. */
  private post(event: CallEvent, { isLost = false } = {}): void {
    if (isLost) return;
    const key = `${this.posted.length} ${this.second} ${event.kind}`;
    const late = this.chance.is(0.5) ? this.chance.upTo(5) : 0;
    this.posted.push({ at: this.second + late, event, key });
    if (this.chance.is(0.15)) {
      this.posted.push({ at: this.second + this.chance.upTo(60), event, key });
    }
  }

  private deliver(until: number): void {
    for (;;) {
      const next = this.posted.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > until) return;
      this.posted.splice(this.posted.indexOf(next), 1);
      const now = this.second;
      this.second = Math.max(next.at, until === Number.POSITIVE_INFINITY ? now : 0);
      this.receive(next.event, next.key);
      if (until !== Number.POSITIVE_INFINITY) this.second = now;
    }
  }

  private receive(event: CallEvent, key: string): readonly Instruction[] | null {
    const known = this.answers.get(key);
    if (known !== undefined && this.driver.remembersAnswers) return JSON.parse(known);
    const answer = this.tell(event);
    const text = JSON.stringify(answer);
    if (known !== undefined && known !== text) this.problems.push('a duplicate got another answer');
    this.answers.set(key, text);
    return answer;
  }

  private tell(event: CallEvent): readonly Instruction[] | null {
    const facts: Facts = { now: new Date(start.getTime() + this.second * 1000) };
    for (const need of needsOf(this.session, event)) {
      if (need.kind === 'chain') facts.chain = { targets: this.targets, excluded: [] };
      else if (need.kind === 'reservation') facts.isReserved = !this.chance.is(0.1);
      else facts.busyUserIds = new Set(this.chance.is(0.2) ? ['ann'] : []);
    }
    const before = this.session;
    const { session, answer, entries } = this.driver.transition(before, event, facts);
    this.session = session;
    this.log.push(...entries);
    const [had, has] = [before, session].map(({ outcome }) => /^(Acc|Voi)/.test(outcome));
    if (has && !had) this.truth.incidents += 1;
    if (had && before.outcome !== session.outcome) this.problems.push('an incident was taken back');
    return answer;
  }

  /** Follows what the caller's side is told until its next question; null: the call is over. */
  private callerSide(todo: readonly Instruction[]): CallEvent | null {
    try {
      for (const instruction of todo) {
        switch (instruction.do) {
          case 'say':
            this.wait(3);
            break;
          case 'gather': {
            this.wait(2);
            const key = this.chance.pick(['1', '1', '2', '', '7', '#']);
            if (key === '') this.wait(instruction.seconds);
            const attempt = 'attempt' in instruction.next ? instruction.next.attempt : 0;
            return { kind: 'MenuKey', attempt, key };
          }
          case 'go':
            return { kind: instruction.next.at === 'route' ? 'RouteReached' : 'NothingRecorded' };
          case 'dial':
            return this.dial(instruction);
          case 'record': {
            const recorded = this.record(instruction.secondsMax);
            if (recorded) return recorded;
            break;
          }
          case 'reject':
            return this.hangUp();
          case 'bridge':
            throw new Error('the caller was bridged with nobody');
          case 'hang-up':
            return this.hangUp();
        }
      }
      return this.hangUp();
    } catch (reason) {
      if (reason !== gone) throw reason;
      return this.hangUp();
    }
  }

  /** Lets time pass for as long as the caller stays. */
  private wait(seconds: number): void {
    if (this.second + seconds >= this.hangsUpAt) {
      this.second = Math.max(this.second, this.hangsUpAt);
      this.truth.isCallerGone = true;
      throw gone;
    }
    this.second += seconds;
  }

  private hangUp(): null {
    this.post({ kind: 'CallEnded', status: 'completed', durationSeconds: this.second });
    return null;
  }

  private dial({
    to,
    ringSeconds,
    result,
  }: Extract<Instruction, { do: 'dial' }>): CallEvent | null {
    const leg = 'leg' in result ? result.leg : 0;
    this.truth.dialed.push(to);
    const end = { kind: 'DialEnded', leg, durationSeconds: null, callHasEnded: false } as const;
    const status = (one: 'initiated' | 'ringing' | 'answered' | 'completed') =>
      this.post(
        { kind: 'LegStatus', leg, status: one, childCallId: `l${leg}` },
        { isLost: this.chance.is(0.2) },
      );
    status('initiated');
    let isBridged = false;
    try {
      const does = this.chance.pick(['silent', 'busy', 'failed', 'answers', 'answers', 'answers']);
      if (does === 'busy') return { ...end, status: 'busy', isBridged: false };
      if (does === 'failed') return { ...end, status: 'failed', isBridged: false };
      status('ringing');
      this.wait(does === 'silent' ? ringSeconds : this.chance.upTo(ringSeconds - 1));
      if (does === 'silent') return { ...end, status: 'no-answer', isBridged: false };
      status('answered');
      const pickedUpAt = this.second;
      isBridged = this.memberSide(leg);
      if (isBridged) {
        this.truth.isBridged = true;
        this.wait(1 + this.chance.upTo(90));
      }
      status('completed');
      const said = this.saysBridged(isBridged, this.second - pickedUpAt);
      return { ...end, status: 'completed', ...said };
    } catch (reason) {
      if (reason !== gone) throw reason;
      // The caller has gone: the carrier may still ask what is next, and tells the end before or after.
      status('completed');
      const isAskedFirst = this.chance.is(0.5);
      if (!isAskedFirst) this.hangUp();
      const isLost = this.chance.is(0.3) && (isBridged || !this.pressedOne);
      if (!isLost) {
        const how = isBridged ? 'completed' : 'canceled';
        // Not every carrier says it.
        const callHasEnded = this.chance.is(0.6);
        this.ask({ ...end, status: how, isBridged, callHasEnded });
      }
      if (isAskedFirst) this.hangUp();
      return null;
    }
  }

  /** Some carriers say whether the two were connected, some only for how long the leg lasted. */
  private saysBridged(isBridged: boolean, durationSeconds: number) {
    if (isBridged && this.chance.is(0.3)) return { isBridged: null, durationSeconds };
    return { isBridged, durationSeconds };
  }

  /** What a member, or their mailbox, does after picking up; whether they are connected. */
  private memberSide(leg: number): boolean {
    const isMailbox = this.chance.is(0.25);
    let todo = this.ask({ kind: 'MemberPickedUp', leg, childCallId: `l${leg}` });
    for (;;) {
      const [first] = todo;
      if (first?.do === 'bridge') {
        if (!this.pressedOne) this.problems.push('somebody was bridged without pressing 1');
        // Both at once: one presses 1 while the other hangs up.
        if (this.second + 2 >= this.hangsUpAt) this.wait(2);
        return this.chance.is(0.95);
      }
      if (first?.do !== 'gather') {
        if (this.chance.is(0.3)) this.pressTooLate(leg);
        return false;
      }
      this.wait(2);
      if (!isMailbox && this.chance.is(0.1)) return false;
      const key = isMailbox ? '' : this.chance.pick(['1', '1', '2', '']);
      if (key === '') this.wait(first.seconds);
      const attempt = 'attempt' in first.next ? first.next.attempt : 0;
      this.pressedOne = key === '1';
      todo = this.ask({ kind: 'MemberKey', leg, attempt, key });
    }
  }

  private pressTooLate(leg: number): void {
    this.pressedOne = false;
    for (const attempt of [1, 2, 3]) {
      const [first] = this.ask({ kind: 'MemberKey', leg, attempt, key: '1' });
      if (first?.do === 'bridge') this.problems.push('somebody was bridged after the window');
    }
  }

  /** What the caller leaves as a message; null: nothing, and the carrier goes on. */
  private record(secondsMax: number): CallEvent | null {
    const recording = { id: 'r', url: null, durationSeconds: null };
    const begun = this.second;
    this.post(
      { kind: 'RecordingStatus', status: 'in-progress', recording },
      { isLost: this.chance.is(0.1) },
    );
    const speaks = this.chance.is(0.3) ? 0 : Math.min(1 + this.chance.upTo(150), secondsMax);
    const end = (durationSeconds: number, isLost: boolean) => {
      this.truth.recordedSeconds = durationSeconds;
      const status = durationSeconds > 0 ? 'completed' : 'absent';
      const ended = { ...recording, durationSeconds };
      this.post({ kind: 'RecordingStatus', status, recording: ended }, { isLost });
      if (durationSeconds > 0 && this.settings.attachesTranscript) {
        this.post({ kind: 'Transcribed', text: this.chance.pick(['words', null]) });
      }
    };
    try {
      this.wait(speaks === 0 ? 5 : speaks);
      end(speaks, this.chance.is(0.3));
      if (speaks === 0) return null;
      return { kind: 'Recorded', recording: { ...recording, durationSeconds: speaks } };
    } catch (reason) {
      if (reason === gone) end(speaks === 0 ? 0 : this.second - begun, false);
      throw reason;
    }
  }
}
