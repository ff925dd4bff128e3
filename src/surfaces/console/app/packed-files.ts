import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { keptPacked } from './kept-bundle.ts';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** The next level takes two and a half times as long for a fiftieth less. */
const brotliQuality = 10;

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * A file as it is sent: packed once per encoding, when it is first asked for, and kept for the next start where that
 * took long.
 */
export interface PackedFile {
  in(encoding: Encoding): Promise<Uint8Array>;
}

export function packed(bytes: Uint8Array): PackedFile {
  const made = new Map<Encoding, Promise<Uint8Array>>();
  const make = async (encoding: Encoding): Promise<Uint8Array> => {
    if (encoding === 'br')
      return keptPacked(bytes, `br${brotliQuality}`, () =>
        packBrotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
          },
        }),
      );
    return encoding === 'gzip' ? packGzip(bytes) : bytes;
  };
  return {
    in(encoding) {
      const found = made.get(encoding) ?? make(encoding);
      made.set(encoding, found);
      return found;
    },
  };
}

/** The best that the browser takes (RFC 9110 12.5.3); what it excludes by `q=0` is not taken. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const taken = new Set(
    (acceptEncoding ?? '')
      .slice(0, 1000)
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, ...parameters]) => !parameters.some((one) => /^q=0(\.0*)?$/.test(one)))
      .map(([name = '']) => name),
  );
  if (taken.has('br')) return 'br';
  return taken.has('gzip') ? 'gzip' : 'identity';
}
