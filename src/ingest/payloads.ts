import { ObjectId } from 'bson';
import { recordAudit } from '../audit/index.ts';
import type { IntakeViews } from '../integrations/index.ts';
import { integrationKind } from '../integrations/index.ts';
import { AppError, type Ctx, notFound, type World } from '../kernel/index.ts';
import { demandTeamEdit, getResource } from '../resources/index.ts';
import type { IntakeAnswer } from './apply-payloads.ts';
import type { Intake } from './intake.ts';
import { type PayloadDocument, payloadModel } from './model.ts';
import { toReceived } from './received.ts';

/** Payloads of an integration, newest first, below `idLessThan`. Takes the right to edit its team. */
export async function listPayloads(
  ctx: Ctx,
  integrationId: string,
  page: { idLessThan: string | null; limit: number },
): Promise<{ payloads: PayloadDocument[]; hasMore: boolean }> {
  await demandIntegration(ctx, integrationId);
  const below = page.idLessThan === null ? {} : { _id: { $lt: objectId(page.idLessThan) } };
  const found = await payloadModel(ctx.store)
    .find({ integrationId, ...below })
    .sort({ _id: -1 })
    .limit(page.limit + 1)
    .lean<PayloadDocument[]>();
  return { payloads: found.slice(0, page.limit), hasMore: found.length > page.limit };
}

/** One payload of an integration, or 404. */
export async function getPayload(
  ctx: Ctx,
  integrationId: string,
  payloadId: string,
): Promise<PayloadDocument> {
  await demandIntegration(ctx, integrationId);
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
  if (!received)
    throw new AppError(
      'conflict',
      'The type of this integration receives no payloads, so there is nothing to replay.',
    );
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

async function demandIntegration(ctx: Ctx, integrationId: string): Promise<void> {
  const integration = await getResource(ctx, integrationKind, integrationId);
  demandTeamEdit(ctx, integration.teamId);
}

function objectId(text: string): ObjectId {
  if (!ObjectId.isValid(text))
    throw new AppError('validation-failed', 'IdLessThan must be the id of a payload.', {
      fields: { IdLessThan: ['is not the id of a payload'] },
    });
  return new ObjectId(text);
}
