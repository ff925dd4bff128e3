import { ObjectId } from 'bson';
import { recordAudit } from '../audit/index.ts';
import type { RawBody } from '../bodies/index.ts';
import { type IntakeViews, integrationKind } from '../integrations/index.ts';
import { AppError, type Ctx, notFound, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { IntakeAnswer } from './apply-payloads.ts';
import type { Intake } from './intake.ts';
import { shownBytesMax } from './limits.ts';
import { type PayloadDocument, payloadModel } from './model.ts';
import { demandPayloadReader } from './payloads-since.ts';
import { receive } from './receive.ts';
import { rawBodyOf, toReceived } from './received.ts';

/** A stored payload without what it takes most room for. */
export type PayloadSummary = Omit<PayloadDocument, 'body' | 'trace'>;

/** Payloads of an integration, newest first, below `idLessThan`. Takes the right to edit its team. */
export async function listPayloads(
  ctx: Ctx,
  integrationId: string,
  page: PayloadPage,
): Promise<{ payloads: PayloadSummary[]; hasMore: boolean }> {
  await demandPayloadReader(ctx, integrationId);
  const found = await pageQuery(ctx, integrationId, page)
    .select('-body -trace')
    .lean<PayloadSummary[]>();
  return { payloads: found.slice(0, page.limit), hasMore: found.length > page.limit };
}

/** The same with their bodies: at least one, and no more of them than `shownBytesMax` have room for. */
export async function listWholePayloads(
  ctx: Ctx,
  integrationId: string,
  page: PayloadPage,
): Promise<{ payloads: PayloadDocument[]; hasMore: boolean }> {
  await demandPayloadReader(ctx, integrationId);
  const payloads: PayloadDocument[] = [];
  let { idLessThan } = page;
  let bytes = 0;
  let largest = 0;
  for (;;) {
    const wanted = page.limit + 1 - payloads.length;
    const count = payloads.length === 0 ? 1 : atOnce(wanted, shownBytesMax - bytes, largest);
    const read = await pageQuery(ctx, integrationId, { idLessThan, limit: count - 1 }).lean<
      PayloadDocument[]
    >();
    for (const payload of read) {
      const { length } = rawBodyOf(payload).body;
      bytes += length;
      largest = Math.max(largest, length);
      if (payloads.length >= page.limit || (payloads.length > 0 && bytes > shownBytesMax))
        return { payloads, hasMore: true };
      payloads.push(payload);
    }
    if (read.length < count) return { payloads, hasMore: false };
    idLessThan = payloads.at(-1)?._id.toHexString() ?? null;
  }
}

const atOnceMax = 32;

/**
 * Each may have 3 MB, and everybody waits while they are decoded: as many as have room if they are like those before.
 */
function atOnce(wanted: number, bytesLeft: number, largest: number): number {
  const fitting = Math.floor(bytesLeft / (4 * Math.max(1, largest)));
  return Math.max(1, Math.min(wanted, atOnceMax, fitting));
}

export interface PayloadPage {
  idLessThan: string | null;
  limit: number;
}

function pageQuery(ctx: Ctx, integrationId: string, { idLessThan, limit }: PayloadPage) {
  const below = idLessThan === null ? {} : { _id: { $lt: toObjectId(idLessThan) } };
  const query = payloadModel(ctx.store).find({ integrationId, ...below });
  return query.sort({ _id: -1 }).limit(limit + 1);
}

/** One payload of an integration, or 404. */
export async function getPayload(
  ctx: Ctx,
  integrationId: string,
  payloadId: string,
): Promise<PayloadDocument> {
  await demandPayloadReader(ctx, integrationId);
  const payload = await findPayload(ctx, integrationId, payloadId);
  if (!payload) throw notFound('Payload', payloadId);
  return payload;
}

/** The payload, or null, for callers who have shown the key of its integration. */
export async function findPayload(
  { store }: Pick<World, 'store'>,
  integrationId: string,
  payloadId: string,
): Promise<PayloadDocument | null> {
  if (!ObjectId.isValid(payloadId)) return null;
  return payloadModel(store)
    .findOne({ _id: new ObjectId(payloadId), integrationId })
    .lean<PayloadDocument | null>();
}

/** The payloads among these that are still kept, newest first, without their contents. */
export async function payloadsById(
  { store }: Pick<World, 'store'>,
  organizationId: string,
  ids: readonly string[],
): Promise<PayloadSummary[]> {
  const wanted = ids.filter((id) => ObjectId.isValid(id)).map((id) => new ObjectId(id));
  return payloadModel(store)
    .find({ _id: { $in: wanted }, organizationId })
    .select('-body -trace')
    .sort({ _id: -1 })
    .lean<PayloadSummary[]>();
}

/**
 * Headers of the latest payloads of an integration that are not older than `since`, for who may have sent one already.
 */
export async function listLatestHeaders(
  { store }: Pick<World, 'store'>,
  integrationId: string,
  since: Date,
): Promise<Record<string, string>[]> {
  const found = await payloadModel(store)
    .find({ integrationId }, { headers: 1, createdAt: 1 })
    .sort({ _id: -1 })
    .limit(latestMax)
    .lean<Pick<PayloadDocument, 'headers' | 'createdAt'>[]>();
  return found.filter(({ createdAt }) => createdAt >= since).map(({ headers }) => headers);
}

const latestMax = 20;

/** Sends a stored payload through the saved mapping as if it came in now (spec 4.1 test action). */
export async function replayPayload(
  ctx: Ctx,
  views: IntakeViews,
  intake: Intake,
  integrationId: string,
  payloadId: string,
): Promise<IntakeAnswer> {
  const stored = await getPayload(ctx, integrationId, payloadId);
  const received = await toReceived(views, intake.largeBodies, stored);
  if (!received) throw new AppError('conflict', say('nothingToReplay'));
  const answer = await intake.accept({
    ...received,
    id: new ObjectId(),
    at: ctx.clock.now(),
    replayOf: stored._id,
  });
  await recordAudit(ctx, {
    action: 'payload.replay',
    entityType: 'Payload',
    entityId: answer.payloadId,
    changes: [{ path: 'replayOf', after: payloadId }],
  });
  return answer;
}

/** Takes a request as if its tool had sent it to the webhook; the sender has proved who they are in another way. */
export async function sendTestPayload(
  ctx: Ctx,
  views: IntakeViews,
  intake: Intake,
  integrationId: string,
  raw: RawBody,
): Promise<IntakeAnswer> {
  await demandPayloadReader(ctx, integrationId);
  const view = await views.load(integrationId);
  if (!view) throw notFound(integrationKind.entityType, integrationId);
  const from = { ip: '', at: ctx.clock.now() };
  const answer = await intake.accept(await receive(intake, view, raw, from));
  await recordAudit(ctx, {
    action: 'payload.test',
    entityType: 'Payload',
    entityId: answer.payloadId,
    changes: [{ path: 'integrationId', after: integrationId }],
  });
  return answer;
}

export function toObjectId(text: string): ObjectId {
  if (!ObjectId.isValid(text))
    throw new AppError('validation-failed', say('idLessThanNeedsPayload'), {
      fields: { IdLessThan: [say('noPayloadId')] },
    });
  return new ObjectId(text);
}
