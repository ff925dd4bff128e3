import type { Ctx, Task } from '../kernel/index.ts';
import type { CarrierAnswer, CarrierRequest } from './carriers/carrier.ts';
import type { Step } from './instructions.ts';

/** The calls of this process. All processes on a store share them, request by request. */
export interface Calls {
  /**
   * Does what a request of a carrier is about: checks the signature, changes the session, says how to go on. Never
   * throws.
   */
  receive(request: ReceivedRequest): Promise<CallAnswer>;
  /** The answer for a carrier that could not get one elsewhere. Does not use the store, never throws. */
  fallBack(request: Omit<ReceivedRequest, 'step' | 'sessionId' | 'again'>): Promise<CarrierAnswer>;
  /**
   * Has the carrier ring the person who asks, and then the caller, from the number that was called. Throws 404 as for
   * reading, and 409 with the reason where that is not possible.
   */
  callBack(ctx: Ctx, id: string): Promise<void>;
  /** Reads what the calls of a number need when the store does not answer. */
  learn(integrationId: string): Promise<void>;
  /** The work that follows from calls: incidents, copies of recordings, questions about calls that have gone silent. */
  readonly tasks: readonly Task[];
}

/** A request of a carrier at one of the addresses of calls. */
export interface ReceivedRequest {
  /** As the address names it. */
  carrier: string;
  integrationId: string;
  step: CallStep;
  /** Null where the address has none: the carrier's own id of the call says which one it is. */
  sessionId: string | null;
  /** The sealed state that we added to the address when we told the carrier to ask again; null at first. */
  again: string | null;
  request: CarrierRequest;
  /** When it reached the server, in milliseconds of `performance.now()`. */
  arrivedAt: number;
  /** Whether the carrier has hung up, so that it hears no answer. */
  isGone(): boolean;
}

/**
 * The steps of a call, and the two addresses that the number itself has: where a call arrives, and where its end is
 * reported.
 */
export type CallStep = Step | { at: 'voice' } | { at: 'status' };

export type CallAnswer =
  /** 200. What is said instead of an answer and the end of a call that nobody knows are answers, too. */
  | { outcome: 'answered'; answer: CarrierAnswer }
  /** 204. */
  | { outcome: 'noted' }
  /** 403: not signed by the carrier, about another account, or to a number that nobody knows. */
  | { outcome: 'refused' }
  /** 404: a report on a call that nobody knows. */
  | { outcome: 'unknown' }
  /** 503: a report could not be stored; the carrier should try again. */
  | { outcome: 'unavailable' };

/** Whether the carrier waits for instructions; else it only reports. */
export function waitsForInstructions({ at }: CallStep): boolean {
  return !reports.has(at);
}

const reports: ReadonlySet<CallStep['at']> = new Set([
  'status',
  'leg-status',
  'recording-status',
  'transcription',
  'call-back-status',
]);
