import { AppError } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { ByteContent, OperationAnswer } from './operation.ts';
import { isKnown } from './validators.ts';

/** The members of a request that say which part it wants. */
interface PartRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The answer with those of its `bytes` that were asked for (RFC 9110 13 and 14): players ask for parts, and broken
 * downloads go on where they ended. Several ranges at once, and what is no range, are answered whole, as the standard
 * allows. Throws 416 for a range behind the end.
 */
export function partAnswer(
  { method, headers }: PartRequest,
  answer: OperationAnswer,
  content: ByteContent,
): OperationAnswer {
  const { byteCount, etag } = content;
  const shared = { etag, 'accept-ranges': 'bytes', ...answer.headers };
  if (isKnown(textOf(headers['if-none-match']), etag)) return { status: 304, headers: shared };
  const range =
    method === 'GET' && isUnchanged(textOf(headers['if-range']), etag)
      ? rangeOf(textOf(headers.range), byteCount)
      : null;
  const { start, end } = range ?? { start: 0, end: byteCount };
  return {
    status: range ? 206 : 200,
    headers: {
      ...shared,
      'content-length': String(end - start),
      ...(range ? { 'content-range': `bytes ${start}-${end - 1}/${byteCount}` } : {}),
    },
    ...(method === 'HEAD' ? {} : { text: content.read(start, end) }),
  };
}

/** `If-Range`: strong comparison. A date never fits, as none is sent. */
function isUnchanged(condition: string | undefined, etag: string): boolean {
  return condition === undefined || (condition === etag && !etag.startsWith('W/'));
}

/** `end` is not included. Null: all of it. */
function rangeOf(header: string | undefined, byteCount: number) {
  const [, first = '', last = ''] =
    /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  const start = first === '' ? Math.max(0, byteCount - Number(last)) : Number(first);
  const end = first === '' || last === '' ? byteCount : Math.min(Number(last) + 1, byteCount);
  if (start >= end)
    throw new AppError('range-not-satisfiable', say('fileHasNoSuchRange', { count: byteCount }), {
      headers: { 'content-range': `bytes */${byteCount}` },
    });
  return { start, end };
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
