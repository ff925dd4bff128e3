import { recordAudit } from '../audit/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { actingPersonId, type Ctx, invalidField } from '../kernel/index.ts';
import {
  audioBytesMax,
  audioSecondsMax,
  inspectAudio,
  type MediaFile,
  storeMedia,
} from '../media/index.ts';
import { demandTeamEdit, getResource } from '../resources/index.ts';
import { say, translatedWords } from '../sentences/index.ts';
import { integrationKind } from './model.ts';
import { objectKeyOf } from './phone-number.ts';

/** Throws 404, 403, and 400 for another type and for what is no sound that a caller could listen to. */
export async function uploadPrompt(
  ctx: Ctx,
  catalogue: Catalogue,
  integrationId: string,
  file: { fileName: string | null; bytes(): Buffer },
): Promise<MediaFile> {
  const { id, teamId, wire } = await getResource(ctx, integrationKind, integrationId);
  demandTeamEdit(ctx, teamId);
  const type = catalogue.find(wire.type);
  if (!type?.callRouting) throw invalidField('id', say('noPhoneNumberType', { type: wire.type }));
  if (type.callRouting.refusal) throw invalidField('id', translatedWords(type.callRouting.refusal));
  const bytes = file.bytes();
  if (bytes.length > audioBytesMax)
    throw invalidField('file', say('audioTooLarge', { bytes: bytes.length }));
  const audio = inspectAudio(bytes);
  if ('problem' in audio) throw invalidField('file', audio.problem);
  const { durationSeconds } = audio;
  if (durationSeconds > audioSecondsMax)
    throw invalidField(
      'file',
      say('audioTooLong', { seconds: Math.ceil(durationSeconds), max: audioSecondsMax }),
    );
  const stored = await storeMedia(
    ctx,
    {
      organizationId: ctx.organizationId,
      ownerId: id,
      kind: 'prompt',
      ...audio,
      fileName: file.fileName?.slice(0, fileNameLengthMax) ?? null,
      uploadedByUserId: actingPersonId(ctx),
    },
    bytes,
  );
  await recordAudit(ctx, {
    action: `${integrationKind.noun}.upload-prompt`,
    entityType: integrationKind.entityType,
    entityId: id,
    entityDisplayName: wire.displayName,
    changes: [{ path: 'objectKey', after: objectKeyOf(stored) }],
  });
  return stored;
}

const fileNameLengthMax = 255;
