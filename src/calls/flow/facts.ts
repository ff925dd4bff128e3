import type { Sentence } from '../../sentences/index.ts';
import type { CallEvent } from '../call-event.ts';
import type { CallLogEntry, CallSession, CallTarget } from '../call-session.ts';
import type { Instruction } from '../instructions.ts';

/** A fact that an event needs beyond the session; the caller of `transition` looks it up before. */
export type Need =
  /**
   * Who is on call in the team now, or by the policy, in the order in which to dial them, and who is left out, why.
   */
  | { kind: 'chain'; teamId: string; escalationPolicyId?: string }
  /** Who of the team is connected to another call now. */
  | { kind: 'busy'; teamId: string }
  /** The member for this call alone. Held for as long as the session names it as its `engagement`. */
  | { kind: 'reservation'; teamId: string; userId: string };

export interface Facts {
  now: Date;
  chain?: DialChain;
  busyUserIds?: ReadonlySet<string>;
  /** Whether the member was reserved. */
  isReserved?: boolean;
}

export interface DialChain {
  targets: readonly CallTarget[];
  /** With the reason: `Ann has no confirmed phone number.` */
  excluded: readonly { userId: string; tier: number; reason: Sentence }[];
}

export interface Transition {
  session: CallSession;
  /** Null: nothing to do, the answer has no content. */
  answer: readonly Instruction[] | null;
  entries: readonly CallLogEntry[];
}

/** Decides how a call goes on after an event. Pure. */
export type TransitionOf = (session: CallSession, event: CallEvent, facts: Facts) => Transition;
/** Lists the facts to look up before a transition. Pure. */
export type NeedsOf = (session: CallSession, event: CallEvent) => readonly Need[];

export type EventOf<Kind extends CallEvent['kind']> = Extract<CallEvent, { kind: Kind }>;

/** A fact that `needsOf` asks for. */
export function known<Fact>(fact: Fact | undefined, name: keyof Facts): Fact {
  if (fact === undefined) throw new Error(`transition needs the fact "${name}": ask needsOf first`);
  return fact;
}
