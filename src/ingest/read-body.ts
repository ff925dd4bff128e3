import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '../kernel/index.ts';
import { bodyBytesMax, heldBytesMax } from './limits.ts';

/**
 * The whole body, inflated. Counts inflated bytes while they stream, so a small bomb stops at 3 MB.
 * Throws 413 past the limit, 415 for an unknown encoding, 400 for a broken one or a lost connection, 503
 * when the bodies of all requests that are not answered yet fill the memory meant for them.
 */
export function readBody(req: IncomingMessage, res: ServerResponse): Promise<Buffer> {
  const declared = Number(req.headers['content-length'] ?? 0);
  if (declared > bodyBytesMax) return Promise.reject(tooLarge());
  const encoding = req.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity' || encoding === '') return collect(req, req, res);
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
  return collect(req.pipe(inflater), req, res);
}

function inflaterOf(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding === 'deflate') return createInflate();
  return undefined;
}

/** Of all requests that are not answered yet. */
let heldBytes = 0;

function collect(stream: Readable, req: IncomingMessage, res: ServerResponse): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let held = 0;
    res.once('close', () => {
      heldBytes -= held;
      held = 0;
    });
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
      if (bytes > bodyBytesMax) return fail(tooLarge());
      if (heldBytes + chunk.length > heldBytesMax) return fail(tooBusy());
      if (res.closed) return;
      heldBytes += chunk.length;
      held += chunk.length;
      chunks.push(chunk);
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

function tooBusy(): AppError {
  return new AppError('store-unavailable', 'Too many payloads are under way; send it again.', {
    headers: { connection: 'close', 'retry-after': '5' },
  });
}

function tooLarge(): AppError {
  return new AppError('payload-too-large', 'The body is larger than 3 MB (after inflation).', {
    // The rest of the body is not worth reading.
    headers: { connection: 'close' },
  });
}
