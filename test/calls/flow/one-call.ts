import type { CallEvent } from '../../../src/calls/call-event.ts';
import type { CallLogEntry, CallSession, CallTarget } from '../../../src/calls/call-session.ts';
import type { CallSettings, RouteSettings } from '../../../src/calls/call-settings.ts';
import {
  type Facts,
  type Need,
  needsOf,
  newSession,
  transition,
} from '../../../src/calls/flow/index.ts';
import type { Instruction } from '../../../src/calls/instructions.ts';
import { inEnglish } from '../../../src/sentences/index.ts';

export const start = new Date('2026-03-01T02:00:00Z');
export const caller = '+4915112345678';

export function routeWith(change: Partial<RouteSettings> = {}): RouteSettings {
  return {
    key: 0,
    teamId: 'team',
    teamExists: true,
    severity: 'Critical',
    goesToVoicemail: false,
    voicemailIfNobodyAnswers: true,
    voicemailMessage: null,
    closingMessage: null,
    resolvesOnAnswer: true,
    skipsDialedNumbers: true,
    usersMax: 3,
    ringSeconds: 20,
    acceptPrompt: null,
    acceptSeconds: 10,
    acceptAttemptsMax: 3,
    ...change,
  };
}

export function settingsWith(change: Partial<CallSettings> = {}): CallSettings {
  return {
    integrationId: 'integration',
    organizationId: 'organization',
    displayName: 'Payments hotline',
    teamId: 'team',
    phoneNumber: '+4930123456',
    callDisplayMode: 'CallerNumber',
    language: 'en-US',
    attachesTranscript: false,
    messageSecondsMin: 2,
    missedSecondsMin: null,
    emergencyNumber: null,
    welcome: null,
    allowlist: [],
    blocklist: [],
    routing: { mode: 'single', route: routeWith() },
    ...change,
  };
}

export function menuWith(
  routes: readonly RouteSettings[],
  change: { attemptsMax?: number; keySeconds?: number } = {},
): CallSettings['routing'] {
  return { mode: 'menu', routes, attemptsMax: 3, keySeconds: 5, ...change };
}

export function member(
  name: string,
  tier = 1,
  phoneNumber?: string,
): CallTarget & { phoneNumber: string } {
  const digits = String(1000000 + (name.codePointAt(0) ?? 0) * 7919);
  return {
    tier,
    userId: name.toLowerCase(),
    displayName: name,
    phoneNumber: phoneNumber ?? `+49170${digits}`,
  };
}

/** One call, told one event after the other, with the facts that each needs. */
export class OneCall {
  session: CallSession;
  answer: readonly Instruction[] | null = null;
  readonly log: CallLogEntry[] = [];
  readonly needs: Need[] = [];
  now = start;
  targets: readonly CallTarget[];
  busy = new Set<string>();
  isReserved = true;

  constructor(
    options: {
      settings?: CallSettings;
      targets?: readonly CallTarget[];
      from?: string;
    } = {},
  ) {
    this.targets = options.targets ?? [];
    this.session = newSession({
      id: 'session',
      providerCallId: 'call',
      from: options.from ?? caller,
      to: '+4930123456',
      startedAt: start,
      settings: options.settings ?? settingsWith(),
    });
  }

  after(seconds: number): this {
    this.now = new Date(this.now.getTime() + seconds * 1000);
    return this;
  }

  tell(event: CallEvent): this {
    const facts: Facts = { now: this.now };
    for (const need of needsOf(this.session, event)) {
      this.needs.push(need);
      if (need.kind === 'chain') facts.chain = { targets: this.targets, excluded: [] };
      else if (need.kind === 'busy') facts.busyUserIds = this.busy;
      else facts.isReserved = this.isReserved;
    }
    const { session, answer, entries } = transition(this.session, event, facts);
    this.session = session;
    this.answer = answer;
    this.log.push(...entries);
    return this;
  }

  /** What its log says, line by line. */
  get said(): string[] {
    return this.log.map(({ reason }) => inEnglish(reason));
  }

  arrive(): this {
    return this.tell({ kind: 'CallArrived', from: this.session.fromRaw, to: this.session.to });
  }

  /** Arrives, hears the welcome and reaches the only route. */
  reachRoute(): this {
    return this.arrive().tell({ kind: 'RouteReached' });
  }

  pickUp(leg = 0): this {
    return this.tell({ kind: 'MemberPickedUp', leg, childCallId: `leg-${leg}` });
  }

  press(key: string, leg = 0, attempt = 1): this {
    return this.tell({ kind: 'MemberKey', leg, attempt, key });
  }

  endDial(
    status: 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled',
    leg = 0,
    more: Partial<{
      isBridged: boolean | null;
      durationSeconds: number | null;
      callHasEnded: boolean;
    }> = {},
  ): this {
    return this.tell({
      kind: 'DialEnded',
      leg,
      status,
      isBridged: null,
      durationSeconds: null,
      callHasEnded: false,
      ...more,
    });
  }

  hangUp(): this {
    return this.tell({ kind: 'CallEnded', status: 'completed', durationSeconds: null });
  }

  /** `Step/Action/Result` of every line. */
  get lines(): string[] {
    return this.log.map(({ step, action, result }) => `${step} ${action} ${result}`);
  }

  /** What the carrier does with the answer. */
  get told(): string[] {
    return (this.answer ?? []).map((instruction) => instruction.do);
  }
}
