import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../kernel/index.ts';
import { bodyBytesMax } from './limits.ts';

/**
 * The whole body, inflated. Counts inflated bytes while they stream, so a small bomb stops at 3 MB.
 * Throws 413 past the limit, 415 for an unknown encoding, 400 for a broken one or a lost connection.
 */
export function readBody(req: IncomingMessage): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared > bodyBytesMax) return Promise.reject(tooLarge());
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return collect(req, req);
  const inflater = inflaterOf(encoding);
  if (!inflater)
    return Promise.reject(
      new AppError(
        'unsupported-media-type',
        `Content-Encoding ${encoding.slice(0, 40)} is not known; send gzip, br, deflate or none.`,
      ),
    );
  req.once('error', (error) => inflater.destroy(error));
  req.once('aborted', () => inflater.destroy(new Error('aborted')));
  return collect(req.pipe(inflater), req);
}

function inflaterOf(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'deflate') return createInflate();
  return undefined;
}

function collect(stream: Readable, req: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (error: AppError) => {
      stream.removeAllListeners('data');
      if (stream !== req) {
        req.unpipe();
        // What a bomb would still unfold is not worth unfolding.
        stream.destroy();
      }
      req.resume();
      reject(error);
    };
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bodyBytesMax) fail(tooLarge());
      else chunks.push(chunk);
    });
    stream.on('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes)),
    );
    stream.on('error', (error: Error) =>
      fail(
        new AppError('malformed-body', 'The body could not be read or inflated.', { cause: error }),
      ),
    );
    req.on('close', () => {
      if (!req.complete)
        fail(new AppError('malformed-body', 'The connection closed before the body was complete.'));
    });
  });
}

function tooLarge(): AppError {
  return new AppError('payload-too-large', 'The body is larger than 3 MB (after inflation).', {
    // The rest of the body is not worth reading.
    headers: { connection: 'close' },
  });
}
