import { ObjectId } from 'bson';
import type { RawBody, WrappedPayload } from '../bodies/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import { say } from '../sentences/index.ts';
import {
  type AlertEvaluation,
  type EvaluationRules,
  evaluatePayload,
  type FindPrevious,
  failed,
  setAside,
} from './evaluate.ts';
import type { Intake } from './intake.ts';
import type { PayloadDocument } from './model.ts';
import { payloadsOf } from './payload-writes.ts';
import { readHere } from './read-here.ts';
import { rawBodyOf } from './received.ts';

const pageMax = 500;
/** A page of documents of which next to nothing is read. */
const countedMax = 2000;
/** The bytes of bodies that are decoded at once. */
const pageBytes = 8 * 1024 * 1024;
/** Ids carry seconds of the machine, which may differ a little from the time of the payload. */
const slackMilliseconds = 3_600_000;

/**
 * Stored payloads of these integrations in the order in which they were received, page by page; others come in between
 * two pages.
 */
export async function* payloadsReceived(
  ctx: Ctx,
  { integrationIds, from, until }: { integrationIds: readonly string[]; from: Date; until: Date },
): AsyncGenerator<PayloadDocument[]> {
  const first = Math.max(0, Math.floor((from.getTime() - slackMilliseconds) / 1000));
  let after = ObjectId.createFromTime(first);
  for (let limit = pageMax; ; ) {
    const page = await readInTurn(ctx, () =>
      payloadsOf(ctx)
        .find({ integrationId: { $in: [...integrationIds] }, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),
    );
    const last = page.at(-1);
    if (!last) return;
    after = last._id;
    yield page.filter(({ createdAt }) => createdAt >= from && createdAt < until);
    if (page.length < limit || last.createdAt.getTime() > until.getTime() + slackMilliseconds)
      return;
    const bytes = page.reduce((sum, one) => sum + rawBodyOf(one).body.length, 1);
    limit = Math.max(1, Math.min(pageMax, Math.floor((pageBytes * page.length) / bytes)));
  }
}

/** How many were received, and how many alerts they had, without reading any of them. */
export async function countReceived(
  ctx: Ctx,
  { integrationIds, from, until }: { integrationIds: readonly string[]; from: Date; until: Date },
): Promise<{ payloads: number; alerts: number }> {
  const count = { payloads: 0, alerts: 0 };
  if (integrationIds.length === 0) return count;
  const first = Math.max(0, Math.floor((from.getTime() - slackMilliseconds) / 1000));
  const last = Math.ceil((until.getTime() + slackMilliseconds) / 1000);
  const end = ObjectId.createFromTime(last);
  for (let after = ObjectId.createFromTime(first); ; ) {
    const page = await readInTurn(ctx, () =>
      payloadsOf(ctx)
        .find({ integrationId: { $in: [...integrationIds] }, _id: { $gt: after, $lte: end } })
        .project<Pick<PayloadDocument, '_id' | 'createdAt' | 'incidentIds'>>({
          ...{ createdAt: 1, incidentIds: 1 },
        })
        .sort({ _id: 1 })
        .limit(countedMax)
        .toArray(),
    );
    for (const { createdAt, incidentIds } of page) {
      if (createdAt < from || createdAt >= until) continue;
      count.payloads += 1;
      count.alerts += incidentIds?.length ?? 1;
    }
    const latest = page.at(-1);
    if (!latest || page.length < countedMax) return count;
    after = latest._id;
  }
}

/** The body of a stored payload, which is read once for all views that evaluate it. */
export interface StoredBody {
  raw: RawBody;
  known?: WrappedPayload;
}

export function storedBodyOf(stored: PayloadDocument): StoredBody {
  return { raw: rawBodyOf(stored) };
}

/** How payloads of the past are read. */
export type PastView = IntakeView & Pick<EvaluationRules, 'isUntraced'>;

/** The alerts of a stored payload as this view reads it; nothing is stored. What cannot be read has failed. */
export async function evaluateStored(
  intake: Pick<Intake, 'largeBodies'>,
  view: PastView,
  stored: PayloadDocument,
  find: FindPrevious,
  body = storedBodyOf(stored),
): Promise<AlertEvaluation[]> {
  if (stored.setAside) return setAside(stored.reason);
  const { raw, known } = body;
  try {
    const read = await readHere(view, raw, { sent: false, known });
    if (read) body.known = read.wrapped;
    if (read?.ahead) return read.ahead;
    if (read) return await evaluatePayload(view, read.wrapped, find, raw.body.length);
    const source = { kind: 'webhook', raw } as const;
    const secrets = { signatureSecret: null };
    return (await intake.largeBodies.tryOut(view.integrationId, view, source, secrets, find))
      .evaluations;
  } catch {
    return failed(say('mappingFailed'));
  }
}
