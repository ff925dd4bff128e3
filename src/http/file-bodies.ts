import { hash } from 'node:crypto';
import busboy from 'busboy';
import { AppError } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { BytesFormat } from './body-formats.ts';

/** A file as a form sent it. What its sender says of it is not believed. */
export class UploadedFile {
  readonly fileName: string | null;
  readonly sha256: string;
  readonly #bytes: Buffer;

  constructor(fileName: string | null, bytes: Buffer) {
    this.fileName = fileName;
    this.sha256 = hash('sha256', bytes);
    this.#bytes = bytes;
  }

  /** Not a member: whoever writes the body as JSON, such as to compare it, means the hash. */
  bytes(): Buffer {
    return this.#bytes;
  }
}

/**
 * Forms that send files: a file for each of `names`, which all have to be there, and nothing else. The body is bounded
 * by the operation, and nothing of it is written anywhere.
 */
export function fileBodies(...names: readonly string[]): BytesFormat {
  const type = 'multipart/form-data';
  return {
    type,
    expected: say('formWithFiles', { names }),
    accepts: (mediaType) => mediaType === type,
    async read(body, contentType) {
      const files = await filesOf(body, contentType, names.length);
      const missing = names.filter((name) => !files.has(name));
      if (missing.length > 0)
        throw new AppError('validation-failed', say('sendAsFile', { names: missing }), {
          fields: Object.fromEntries(missing.map((name) => [name, [say('requiredAsFile')]])),
        });
      return Object.fromEntries(names.map((name) => [name, files.get(name)]));
    },
  };
}

/** By the name of the part. Throws 400 for what is no form, or has more in it. */
async function filesOf(
  body: Buffer,
  contentType: string,
  filesMax: number,
): Promise<ReadonlyMap<string, UploadedFile>> {
  const files = new Map<string, UploadedFile>();
  let problem: Sentence | null = null;
  await new Promise<void>((resolve) => {
    const failed = (error: unknown) => {
      problem ??=
        error instanceof Error
          ? say('formUnreadableBecause', { reason: error.message })
          : say('formUnreadable');
      resolve();
    };
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: { 'content-type': contentType },
        limits: { files: filesMax, fields: 0, parts: filesMax + 1, fileSize: body.length },
        // Browsers and curl write file names in UTF-8.
        defParamCharset: 'utf8',
      });
    } catch (error) {
      failed(error);
      return;
    }
    parser.on('file', (name, stream, { filename }) => {
      const parts: Buffer[] = [];
      // A body that ends within a file fails this stream, too; unheard, that would end the process.
      stream.on('error', failed);
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        files.set(name ?? '', new UploadedFile(filename || null, Buffer.concat(parts)));
      });
    });
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      parser.on(limit, () => {
        problem ??= filesMax === 1 ? say('onlyTheFile') : say('onlyTheFiles');
      });
    parser.on('close', resolve);
    parser.on('error', failed);
    parser.end(body);
  });
  if (problem !== null) throw new AppError('malformed-body', problem);
  return files;
}
