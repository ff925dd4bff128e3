import type { Binary } from 'bson';
import { defineModel, schemaOf } from '../store/index.ts';

export interface MediaFile {
  /** Prompts have a random id, which is half of their address. */
  _id: string;
  organizationId: string;
  /** The integration that a prompt was uploaded to, or the call that was recorded. */
  ownerId: string;
  kind: 'prompt' | 'recording';
  contentType: 'audio/mpeg' | 'audio/wav';
  extension: 'mp3' | 'wav';
  /** In hex. */
  sha256: string;
  byteCount: number;
  durationSeconds: number;
  fileName: string | null;
  uploadedByUserId: string | null;
  createdAt: Date;
  /** False while its chunks are being written. */
  isComplete: boolean;
  /** For prompts: since when no number names it; null while one does. */
  unusedSince: Date | null;
}

const schema = schemaOf<MediaFile>({
  _id: String,
  organizationId: String,
  ownerId: String,
  kind: String,
  contentType: String,
  extension: String,
  sha256: String,
  byteCount: Number,
  durationSeconds: Number,
  fileName: String,
  uploadedByUserId: String,
  createdAt: Date,
  isComplete: Boolean,
  unusedSince: Date,
});
// For the removal of an organization, and for its latest prompts.
schema.index({ organizationId: 1, kind: 1 });
// Prompts of all organizations, which are looked at for whether a number names them; and what was never completed.
schema.index({ kind: 1, _id: 1 });
schema.index({ isComplete: 1, createdAt: 1 });

export const mediaModel = defineModel<MediaFile>('media', schema);

/** Part of a file; `_id` is the id of the file and the number of the chunk. */
export interface MediaChunk {
  _id: string;
  organizationId: string;
  bytes: Binary;
}

const chunkSchema = schemaOf<MediaChunk>({ _id: String, organizationId: String, bytes: Buffer });
// For the removal of an organization.
chunkSchema.index({ organizationId: 1 });

export const mediaChunkModel = defineModel<MediaChunk>('media_chunks', chunkSchema);

export const chunkBytes = 256 * 1024;

export function chunkId(fileId: string, number: number): string {
  return `${fileId}/${number}`;
}
