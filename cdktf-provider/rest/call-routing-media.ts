/**
 * Audio files of phone numbers, from the machine that Terraform runs on. The server keeps those that a number names.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { errorAt, ProviderError } from '../runtime/diagnostics.ts';
import type { ResourceDefinition } from '../runtime/provider.ts';
import type { Attribute } from '../runtime/schema.ts';
import { isObject } from '../runtime/value.ts';
import type { Api } from './resource.ts';
import { explaining, unlessGone } from './resource.ts';

/** As the document has them. */
export const callMediaPurposes = [
  'welcome',
  'recording-notice',
  'voicemail',
  'closing',
  'accept',
  'waiting',
  'closed',
];

const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** The members of the upload's answer, by attribute. */
const answered: Readonly<Record<string, readonly [member: string, Attribute]>> = {
  id: ['objectKey', computed('The same as `object_key`.')],
  object_key: ['objectKey', computed('What `audio_file.object_key` of a prompt names.')],
  content_type: ['contentType', computed('`audio/mpeg` or `audio/wav`, told by the content.')],
  file_size_bytes: ['fileSizeBytes', computed('Size of the file.', 'number')],
  duration_seconds: ['durationSeconds', computed('How long it plays.', 'number')],
};

function computed(description: string, type: 'string' | 'number' = 'string'): Attribute {
  return { description, presence: 'computed', type };
}

export const callRoutingMedia: ResourceDefinition<Api> = {
  schema: {
    version: 0,
    description:
      'An audio file that callers of a phone number hear: uploaded from a path, and again when its content changes. Name its `object_key` in a prompt of type AudioFile; the server removes a file a day after no number names it any more.',
    attributes: {
      integration_id: {
        description: 'Id of the phone number, which is an inbound integration, that it is for.',
        presence: 'required',
        type: 'string',
        replaces: true,
        checks: { pattern: uuid, patternMeaning: 'Id of an inbound integration.' },
      },
      purpose: {
        description: 'What the file is for.',
        presence: 'required',
        type: 'string',
        replaces: true,
        checks: { enum: [...callMediaPurposes] },
      },
      source: {
        description: 'Path of an mp3 or wav file of at most 2 minutes and 5 MB.',
        presence: 'required',
        type: 'string',
      },
      source_hash: {
        description:
          'SHA-256 of the file, as `filesha256(path)` gives it: another one uploads the file again.',
        presence: 'required',
        type: 'string',
        replaces: true,
        checks: { pattern: '^[0-9a-f]{64}$', patternMeaning: 'What filesha256() gives.' },
      },
      ...Object.fromEntries(Object.entries(answered).map(([name, [, shape]]) => [name, shape])),
    },
  },

  create: ({ client }, planned) =>
    explaining({}, async () => {
      const bytes = await bytesOf(String(planned.source), String(planned.source_hash));
      const path = `/inbound-integration/${planned.integration_id}/call-routing-media/${planned.purpose}`;
      const file = { name: basename(String(planned.source)), bytes };
      const answer = await client.send({ method: 'POST', path, file });
      const members = isObject(answer) ? answer : {};
      return {
        ...planned,
        ...Object.fromEntries(
          Object.entries(answered).map(([name, [member]]) => [name, members[member] ?? null]),
        ),
      };
    }),

  /** The address that carriers fetch it by: it needs no credential, and names id and content. */
  read: ({ client }, stored) =>
    explaining({}, async () => {
      const [, id, extension] =
        /^prompts\/([\da-f-]+)\.(mp3|wav)$/.exec(String(stored.object_key)) ?? [];
      const path = `/telephony/audio/${id}/${stored.source_hash}.${extension}`;
      const found = await client
        .send({ method: 'HEAD', path, isServerText: true })
        .catch(unlessGone);
      return found === null ? null : stored;
    }),

  /** Only where the file lies on this machine. */
  update: async (_api, planned) => planned,

  /** A number may still name it, and calls may be playing it. */
  remove: async () => {},

  importId() {
    const detail = 'Remove the import, and let Terraform upload the file.';
    throw new ProviderError([
      { severity: 'error', summary: 'Uploaded files cannot be imported', detail },
    ]);
  },
  isImportable: false,
};

async function bytesOf(path: string, hash: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const detail = `${path} cannot be read: ${error instanceof Error ? error.message : 'no reason given'}.`;
    throw new ProviderError([errorAt(['source'], 'No such file', detail)]);
  });
  if (createHash('sha256').update(bytes).digest('hex') === hash) return bytes;
  const detail = `${path} has another content than source_hash says. Use filesha256("${path}"), and plan again.`;
  throw new ProviderError([errorAt(['source_hash'], 'The file is another one', detail)]);
}
