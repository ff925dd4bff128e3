import { type OutboundClient, OutboundError } from '../../egress/index.ts';
import { AppError } from '../../kernel/index.ts';
import { type Sentence, say, words } from '../../sentences/index.ts';

interface Image {
  contentType: string;
  bytes: Buffer;
}

const bytesMax = 5 * 1024 * 1024;

/**
 * The image at an address that a sender gave. Only bytes that begin like an image are passed on, whatever their sender
 * calls them: what we serve under our own origin must never be a page or a drawing with script in it.
 */
export async function fetchImage(outbound: OutboundClient, address: string): Promise<Image> {
  const bytes = address.startsWith('data:') ? inlined(address) : await fetched(outbound, address);
  const contentType = typeOf(bytes);
  if (!contentType) throw unavailable(say('imageOfOtherType'));
  return { contentType, bytes };
}

export function imageAnswer({ contentType, bytes }: Image) {
  return {
    status: 200 as const,
    headers: {
      'content-type': contentType,
      // Graphs show the last hour: what somebody sees again a little later may be the same.
      'cache-control': 'private, max-age=60',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
    text: inOnePiece(bytes),
  };
}

async function* inOnePiece(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}

async function fetched(outbound: OutboundClient, address: string): Promise<Buffer> {
  const answer = await outbound
    .request(address, {
      headers: { accept: 'image/png, image/jpeg, image/webp, image/gif' },
      bodyBytesMax: bytesMax,
      timeoutMilliseconds: 8000,
    })
    .catch((error: unknown) => {
      throw error instanceof OutboundError
        ? unavailable(error.sentence ?? words(error.message))
        : error;
    });
  if (answer.status !== 200)
    throw unavailable(say('imageServerAnswered', { status: answer.status }));
  if (answer.isTruncated) throw unavailable(say('imageTooLarge'));
  return answer.body;
}

function inlined(address: string): Buffer {
  const [head = '', body = ''] = address.split(',', 2);
  return head.endsWith(';base64') ? Buffer.from(body, 'base64') : Buffer.alloc(0);
}

function typeOf(bytes: Buffer): string | null {
  const starts = (text: string, at = 0) =>
    bytes.subarray(at, at + text.length).toString('latin1') === text;
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp';
  return null;
}

function unavailable(why: Sentence): AppError {
  return new AppError('conflict', say('imageUnshown', { why }));
}
