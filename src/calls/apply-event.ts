import { hash } from 'node:crypto';
import type { World } from '../kernel/index.ts';
import type { CallEvent } from './call-event.ts';
import type { CallStep } from './calls.ts';
import type { CarrierAnswer } from './carriers/carrier.ts';
import { type CallChange, writeCall } from './change-call.ts';
import type { RandomBelow } from './dial-chain.ts';
import { releaseMembers } from './engagements.ts';
import { lookUpFacts } from './facts.ts';
import { needsOf, routeOf, transition } from './flow/index.ts';
import type { Instruction } from './instructions.ts';
import {
  type AppliedEvent,
  type CallSessionDocument,
  callSessionsOf,
  type LoggedEntry,
} from './model.ts';

const attemptsMax = 5;

export interface ApplyParts {
  world: World;
  /** In the words of the carrier that asks. */
  render(call: CallSessionDocument, instructions: readonly Instruction[]): Promise<CarrierAnswer>;
  /** Tests choose. */
  random?: RandomBelow | undefined;
  /** False once the answer reaches nobody any more: then nothing is decided that would count as said. */
  isAwaited(): boolean;
}

/** A request as it was understood. */
export interface Asked {
  /** See `keyOf`. */
  key: string;
  /** How often the carrier was told before to ask the same again. */
  attempt: number;
}

/** The carrier that asked no longer waits for an answer. */
export class LateError extends Error {
  constructor() {
    super('The carrier does not wait for the answer any longer.');
  }
}

export interface Applied {
  /** Null: there is nothing to say. */
  answer: CarrierAnswer | null;
  call: CallSessionDocument;
}

/** Nothing can be decided for this call: a mistake in the program, which asking again would repeat. */
export class UndecidedError extends Error {
  readonly call: CallSessionDocument;

  constructor(call: CallSessionDocument, cause: unknown) {
    super(`The call ${call._id} could not be decided.`, { cause });
    this.call = call;
  }
}

/**
 * The key of a request is a hash of its content. Leg and attempt stand in the event, so no two requests of a call have
 * the same content; and the signature covers it, unlike the header by which a carrier marks its retries.
 */
export function keyOf(step: CallStep, event: CallEvent): string {
  return hash('sha256', JSON.stringify([step.at, event]), 'base64url');
}

/**
 * Applies an event to a call: once, however often and through however many processes it comes. The answer is stored
 * with the change, so that a request that comes again gets the same bytes and leaves no line in the log. Whoever is
 * overtaken decides anew.
 */
export async function applyEvent(
  parts: ApplyParts,
  found: CallSessionDocument,
  event: CallEvent,
  { key, attempt: asked }: Asked,
): Promise<Applied> {
  const { world } = parts;
  let call: CallSessionDocument | null = found;
  let hasReserved = false;
  for (let attempt = 1; call && attempt <= attemptsMax; attempt += 1) {
    const known = call.applied.find((applied) => applied.key === key);
    if (known) {
      await freeUnlessHeld(world, call, hasReserved);
      if (asked <= (known.attempt ?? 0)) return { answer: known.answer, call };
      // It was decided too late for the attempt before, and is said only now.
      const applied = call.applied.map((one) => (one === known ? { ...one, attempt: asked } : one));
      const heard = await writeCall(world, call, { applied });
      if (heard) return { answer: known.answer, call: heard };
      call = await callSessionsOf(world).findOne({ _id: found._id });
      continue;
    }
    const { session, answer, entries, facts } = await decide(parts, call, event);
    hasReserved ||= facts.isReserved === true;
    if (session === call.session && answer === null && entries.length === 0) {
      await freeUnlessHeld(world, call, hasReserved);
      return { answer: null, call };
    }
    if (!parts.isAwaited()) {
      await freeUnlessHeld(world, call, hasReserved);
      throw new LateError();
    }
    const written = await writeCall(world, call, changeTo(call, session), {
      entries: entries.map((entry): LoggedEntry => ({ ...entry, at: facts.now })),
      applied: appliedOf({ key, attempt: asked }, answer),
    });
    if (written) {
      await freeUnlessHeld(world, written, hasReserved || call.session.engagement !== null);
      return { answer, call: written };
    }
    call = await callSessionsOf(world).findOne({ _id: found._id });
  }
  throw new Error(`Others keep changing the call ${found._id}, or it is gone.`);
}

export function appliedOf({ key, attempt }: Asked, answer: CarrierAnswer | null): AppliedEvent {
  return { key, answer, ...(attempt === 0 ? {} : { attempt }) };
}

/** A member whom the call does not name any more is free. A crash before this leaves it to the end of the call. */
async function freeUnlessHeld(
  world: World,
  { _id, session }: CallSessionDocument,
  wasHeld: boolean,
): Promise<void> {
  if (wasHeld && session.engagement === null) await releaseMembers(world, _id);
}

/** Decides on an event and renders the answer. Throws `UndecidedError`, and what the store throws. */
export async function decide(
  { world, render, random }: ApplyParts,
  call: CallSessionDocument,
  event: CallEvent,
) {
  const needs = orUndecided(call, () => needsOf(call.session, event));
  const facts = await lookUpFacts(world, call, needs, random);
  const decision = orUndecided(call, () => transition(call.session, event, facts));
  const answer =
    decision.answer &&
    (await render(call, decision.answer).catch((error: unknown) => {
      throw new UndecidedError(call, error);
    }));
  return { ...decision, answer, facts };
}

function orUndecided<Result>(call: CallSessionDocument, decide: () => Result): Result {
  try {
    return decide();
  } catch (error) {
    throw new UndecidedError(call, error);
  }
}

/** With the team of the route, once it was taken; what has ended otherwise than it seemed to is settled anew. */
export function changeTo(
  call: CallSessionDocument,
  session: CallSessionDocument['session'],
): CallChange {
  const teamId = routeOf(session)?.teamId;
  const isKnown = teamId === undefined || call.teamIds.includes(teamId);
  return {
    session,
    ...(isKnown ? {} : { teamIds: [...call.teamIds, teamId] }),
    isSettled: call.isSettled && session.outcome === call.session.outcome,
  };
}
