import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ErrorRequestHandler, Response } from 'express';
import { isObject, type Log } from '../kernel/index.ts';
import { encodingFor, inEncoding } from './encoding.ts';
import { beginEvents } from './event-answer.ts';
import type { OperationAnswer } from './operation.ts';
import { toProblem } from './problem.ts';
import { requestIdOf } from './request-id.ts';

/** Headers of every answer unless a handler overrides them: answers contain data only the caller may read. */
export const answerHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Sends an answer; JSON values as `type`. */
export async function sendAnswer(
  { status, headers, body, text, events }: OperationAnswer,
  type: string,
  res: Response,
): Promise<void> {
  res.status(status);
  if (headers) res.set(headers);
  if (events) {
    beginEvents(res);
    await stream(events, res);
  } else if (text instanceof Uint8Array) res.set('content-length', String(text.length)).end(text);
  else if (text !== undefined && typeof text !== 'string') await stream(text, res);
  else if (text !== undefined) await sendText(text, res);
  else if (body === undefined) res.end();
  else await sendText(JSON.stringify(body), res.type(type));
}

/** A shorter text fits into a few packets as it is. */
const packedCharacters = 4096;

/**
 * Sends a text, packed for those who take that: a list is a tenth of its size then, which is seconds on a phone. Its
 * tag becomes a weak one (RFC 9110 8.8.1), as the bytes are others.
 */
async function sendText(text: string, res: Response): Promise<void> {
  const type = res.get('content-type');
  const isLong = type !== undefined && text.length >= packedCharacters;
  if (isLong) res.vary('Accept-Encoding');
  const encoding = isLong ? encodingFor(res.req.get('accept-encoding')) : 'identity';
  if (type === undefined || encoding === 'identity') {
    res.send(text);
    return;
  }
  const etag = res.get('etag');
  if (etag) res.set('etag', `W/${etag.replace(/^W\//, '')}`);
  // Express says it of texts, and these are bytes.
  if (!type.includes('charset=')) res.set('content-type', `${type}; charset=utf-8`);
  res.set('content-encoding', encoding).send(await inEncoding(Buffer.from(text), encoding));
}

/** A reader who leaves before the end makes no error: players do so when they jump to another place. */
async function stream(chunks: AsyncIterable<string | Uint8Array>, res: Response): Promise<void> {
  try {
    await pipeline(Readable.from(chunks), res);
  } catch (error) {
    const hasLeft = isObject(error) && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasLeft) throw error;
  }
}

interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Makes the answer of anything thrown, in the format of a surface. */
export type WriteError = (
  error: unknown,
  request: { requestId: string; path: string; acceptLanguage?: string | undefined },
) => ErrorAnswer;

/** Errors as problem details. */
export function writeProblems(log: Log): WriteError {
  return (error, { requestId, path }) => {
    const { status, headers, body } = toProblem(error, requestId, path, log);
    return { status, headers, body: JSON.stringify(body) };
  };
}

/** The error handler that every surface ends with. */
export function answerErrors(write: WriteError): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const path = req.originalUrl.split('?')[0] ?? '';
    const acceptLanguage = req.headers['accept-language'];
    const answer = write(error, { requestId: requestIdOf(req), path, acceptLanguage });
    if (res.headersSent) {
      res.destroy(error instanceof Error ? error : undefined);
      return;
    }
    res
      .status(answer.status)
      .set({ ...answerHeaders, ...answer.headers })
      .send(answer.body);
  };
}
