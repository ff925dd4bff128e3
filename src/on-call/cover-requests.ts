import { userKind } from '../identity/index.ts';
import { AppError, actingPersonId, asSystem, type Ctx, invalidField } from '../kernel/index.ts';
import {
  demandReference,
  demandTeamEdit,
  findResource,
  getResource,
  removeResource,
  updateResource,
} from '../resources/index.ts';
import { refusal, type Sentence, type SentenceCode, say } from '../sentences/index.ts';
import { driverCollection } from '../store/index.ts';
import { makeOverridesOf, removeOverridesOf } from './cover-overrides.ts';
import {
  type CoverAnswer,
  type CoverRequest,
  type CoverRequestInternal,
  type CoverState,
  coverRequestKind,
  whyRefused,
} from './cover-request-kind.ts';
import { demandExchange, dutyOf, timesOfCover } from './exchange.ts';

/**
 * Takes the shift in the name of somebody who was asked: the state first, by one write that only one of several makes,
 * then the overrides, before this answers. What a crash leaves between the two is made by a task. Throws 400 where the
 * two cannot be exchanged, 403 to others, 409 once the request is no longer open, or where the overrides are refused.
 */
export async function acceptCover(
  ctx: Ctx,
  id: string,
  userId: string | null,
): Promise<CoverRequest> {
  const { request, by, acting } = await answering(ctx, id, userId);
  // Pressed twice.
  if (request.internal.state === 'accepted' && request.internal.acceptedBy === by)
    return settled(acting, request);
  demandOpen(ctx, request);
  await demandExchange(acting, request.wire, by);
  const accepted = await change(acting, id, 'accept', (current) => {
    demandOpen(ctx, current);
    return {
      state: 'accepted',
      acceptedBy: by,
      acceptedAt: ctx.clock.now().toISOString(),
      answers: [...current.internal.answers, answerOf(ctx, by, 'accepted')],
    };
  });
  const after = await settled(acting, accepted);
  const { refused } = after.internal;
  if (refused) throw refusal('conflict', say('coverRefused', { why: refused }));
  return after;
}

/** Says no; once everybody who was asked has, the request is over. Throws 403 to others, 409 once it is not open. */
export async function declineCover(
  ctx: Ctx,
  id: string,
  userId: string | null,
): Promise<CoverRequest> {
  const { request, by, acting, asked } = await answering(ctx, id, userId);
  if (!asked.includes(by)) throw invalidField('userId', say('coverNotAsked'));
  if (hasDeclined(request, by)) return request;
  return change(acting, id, 'decline', (current) => {
    demandOpen(ctx, current);
    const others = current.internal.answers.filter((one) => one.userId !== by);
    const answers = [...others, answerOf(ctx, by, 'declined')];
    const isOver = asked.every((one) => answers.some((answer) => answer.userId === one));
    return { answers, ...(isOver ? { state: 'declined' } : {}) };
  });
}

/**
 * Takes a request back; one that was accepted gives the shift back, and of who is on call it is as if nobody had asked.
 * Throws 403 to others, and to the two of them once the shift has begun; 409 once it is over.
 */
export async function withdrawCover(ctx: Ctx, id: string): Promise<CoverRequest> {
  const request = await getResource(ctx, coverRequestKind, id);
  const own = [request.wire.userId.toLowerCase(), request.internal.acceptedBy];
  const isOwn = ctx.actor.kind === 'user' && own.includes(ctx.actor.id);
  if (!isOwn || isRunning(ctx, request))
    demandManager(ctx, request, isOwn ? 'coverBegun' : 'coverNotYours');
  const acting = asSystem(ctx, 'take a cover request back');
  const withdrawn = await change(acting, id, 'withdraw', ({ internal: { state } }) => {
    if (state !== request.internal.state || (state !== 'open' && state !== 'accepted'))
      throw refusal('conflict', say(overBecause[state]));
    return { state: 'withdrawn' };
  });
  return settled(acting, withdrawn);
}

/** Deletes a request in any state, which gives back a shift that was accepted. Throws as `withdrawCover` does. */
export async function removeCover(ctx: Ctx, id: string): Promise<CoverRequest> {
  return removeResource(ctx, coverRequestKind, id, (current) => {
    // Administrators of the team do not act by what is their own.
    if (ctx.isSelfService && isRunning(ctx, current as CoverRequest))
      throw refusal('forbidden', say('coverBegun'));
  });
}

/** It was accepted, and the shift has begun. */
function isRunning(ctx: Ctx, { wire, internal }: CoverRequest): boolean {
  return internal.state === 'accepted' && Date.parse(wire.start) <= ctx.clock.now().getTime();
}

/** Ends a request that nobody has accepted in time. Harmless when it was answered meanwhile. */
export async function expireCover(ctx: Ctx, id: string): Promise<void> {
  await change(ctx, id, 'expire', (current) => {
    demandOpen(ctx, current, 'expiring');
    return { state: 'expired' };
  });
}

/** The request, if it is there and in sight. */
export function findCover(ctx: Ctx, id: string): Promise<CoverRequest | null> {
  return findResource(ctx, coverRequestKind, { _id: id });
}

/** Who may answer: those who were asked by name, else everybody who could. */
export async function askedFor(ctx: Ctx, { wire }: CoverRequest): Promise<string[]> {
  const owner = wire.userId.toLowerCase();
  if (wire.askedUserIds) return wire.askedUserIds.map((id) => id.toLowerCase());
  const [shift] = timesOfCover(wire, owner);
  if (!shift) return [];
  return (await dutyOf(ctx, shift)).everybody.filter((userId) => userId !== owner);
}

/** Makes who is on call what the state says, and notes that it is done. */
export async function settled(ctx: Ctx, request: CoverRequest): Promise<CoverRequest> {
  if (!request.internal.todo.includes('overrides')) return request;
  const { state, changedAt } = request.internal;
  if (state === 'accepted') {
    const refused = await whyNotMade(ctx, request);
    if (refused) return ended(ctx, request, refused);
  }
  if (state === 'withdrawn') await removeOverridesOf(ctx, request.id);
  // A process that was still making overrides has ended by then; the task looks again.
  const isSure = ctx.clock.now().getTime() - Date.parse(changedAt) >= sureMilliseconds;
  if (state === 'withdrawn' && !isSure) return request;
  return done(ctx, request, 'overrides');
}

/** Why the overrides can never be made, such as when the team follows a policy meanwhile; null: they are there. */
async function whyNotMade(ctx: Ctx, request: CoverRequest): Promise<Sentence | null> {
  try {
    await makeOverridesOf(ctx, request);
    return null;
  } catch (error) {
    if (error instanceof AppError && isFinal(error)) return whyRefused(error);
    throw error;
  }
}

/** A mistake in an override is final; other failures, such as during an upgrade, are tried again. */
function isFinal({ code, said: { fields } }: AppError): boolean {
  return code === 'validation-failed' || (code === 'conflict' && 'teamId' in (fields ?? {}));
}

/** Ends a request that was accepted and cannot be carried out; what of it was done already is taken back. */
async function ended(ctx: Ctx, request: CoverRequest, refused: Sentence): Promise<CoverRequest> {
  const { state, changedAt } = request.internal;
  const after = await change(ctx, request.id, 'withdraw', ({ internal }) =>
    internal.state === state && internal.changedAt === changedAt
      ? { state: 'withdrawn', refused }
      : {},
  );
  return after.internal.state === 'withdrawn' ? settled(ctx, after) : after;
}

const sureMilliseconds = 60_000;

/** Notes that something is done about a state, unless it is in another state by now. */
export async function done(
  ctx: Ctx,
  request: CoverRequest,
  what: CoverRequestInternal['todo'][number],
): Promise<CoverRequest> {
  const { state, changedAt, todo } = request.internal;
  const now = await getResource(ctx, coverRequestKind, request.id);
  const isSame = now.internal.state === state && now.internal.changedAt === changedAt;
  if (!isSame) return settled(ctx, now);
  const rest = todo.filter((one) => one !== what);
  // Beside the audit log, which says what people did: by the version of the state that it is about.
  await driverCollection(coverRequestKind.model(ctx.store)).updateOne(
    { _id: request.id, 'internal.changedAt': changedAt, 'internal.state': state },
    {
      $pull: { 'internal.todo': what, 'lookup.todo': what },
      ...(now.internal.chats && what === 'tell' ? { $set: { 'internal.chats': 'told' } } : {}),
    },
  );
  return { ...now, internal: { ...now.internal, todo: rest } };
}

/**
 * Notes that tools are about to be told of an open request, so that they are told of its end, too, whatever breaks
 * meanwhile. Null where the request has changed.
 */
export async function tellingChats(ctx: Ctx, request: CoverRequest): Promise<CoverRequest | null> {
  const { id: _id, version, internal } = request;
  // The version keeps a change that has begun before from forgetting it.
  const { matchedCount } = await driverCollection(coverRequestKind.model(ctx.store)).updateOne(
    { _id, version },
    { $set: { 'internal.chats': 'telling' }, $inc: { version: 1 } },
  );
  if (matchedCount === 0) return null;
  return { ...request, version: version + 1, internal: { ...internal, chats: 'telling' } };
}

interface Answering {
  request: CoverRequest;
  by: string;
  acting: Ctx;
  asked: string[];
}

async function answering(ctx: Ctx, id: string, userId: string | null): Promise<Answering> {
  const request = await getResource(ctx, coverRequestKind, id);
  const own = actingPersonId(ctx);
  const by = (userId ?? own)?.toLowerCase();
  if (by === undefined) throw invalidField('userId', say('coverAnswererMissing'));
  const acting = asSystem(ctx, 'answer a cover request');
  const asked = await askedFor(acting, request);
  if (by !== own) await demandReference(acting, userKind, 'userId', by);
  const isTheirs = by === own && (asked.includes(by) || request.internal.acceptedBy === by);
  if (!isTheirs) demandManager(ctx, request, 'coverNotAsked');
  return { request, by, acting, asked };
}

function demandManager(ctx: Ctx, { teamId }: CoverRequest, why: SentenceCode): void {
  try {
    demandTeamEdit(ctx, teamId);
  } catch (error) {
    throw error instanceof AppError && error.code === 'forbidden'
      ? refusal('forbidden', say(why as 'coverNotAsked'))
      : error;
  }
}

const overBecause = {
  open: 'coverIsWithdrawn',
  accepted: 'coverIsAccepted',
  declined: 'coverIsDeclined',
  expired: 'coverIsExpired',
  withdrawn: 'coverIsWithdrawn',
} as const satisfies Record<CoverState, SentenceCode>;

/** The reason for which a request can no longer be answered; null while it can. */
export function overNow({ wire, internal }: CoverRequest, now: Date): SentenceCode | null {
  if (internal.state !== 'open') return overBecause[internal.state];
  return Date.parse(wire.expiresAt ?? wire.end) <= now.getTime() ? 'coverIsExpired' : null;
}

function demandOpen(ctx: Ctx, request: CoverRequest, why?: 'expiring'): void {
  const over =
    why === 'expiring' && request.internal.state === 'open'
      ? null
      : overNow(request, ctx.clock.now());
  if (over) throw refusal('conflict', say(over as 'coverIsExpired'));
}

function hasDeclined({ internal }: CoverRequest, userId: string): boolean {
  return internal.answers.some((one) => one.userId === userId && one.answer === 'declined');
}

function answerOf(ctx: Ctx, userId: string, answer: CoverAnswer['answer']): CoverAnswer {
  return { userId, answer, at: ctx.clock.now().toISOString() };
}

/** One write on the condition of the version, with its audit entry; decided again where somebody was faster. */
function change(
  ctx: Ctx,
  id: string,
  verb: 'accept' | 'decline' | 'withdraw' | 'expire',
  decide: (current: CoverRequest) => Partial<CoverRequestInternal>,
): Promise<CoverRequest> {
  return updateResource(
    ctx,
    coverRequestKind,
    id,
    (current) => {
      const changes = decide(current);
      const isNew = changes.state !== undefined;
      const wasAccepted = current.internal.state === 'accepted';
      const touches = changes.state === 'accepted' || wasAccepted;
      return {
        wire: current.wire,
        internal: {
          ...current.internal,
          ...changes,
          ...(isNew && {
            changedAt: ctx.clock.now().toISOString(),
            todo: touches ? ['overrides', 'tell'] : ['tell'],
          }),
        },
      };
    },
    { action: `cover-request.${verb}`, besideCode: true },
  );
}
