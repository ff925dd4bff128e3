import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

export type Encoding = 'br' | 'gzip' | 'identity';

/** Half a millisecond for the answer of a list; the highest takes a hundred times as long for a sixth less. */
const brotliQuality = 4;

/** The best that a client takes (RFC 9110 12.5.3); what it excludes by `q=0` is not taken. */
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

/** Text in an encoding, made beside the main thread. `quality`: of Brotli, 0 to 11. */
export async function inEncoding(
  bytes: Uint8Array,
  encoding: Encoding,
  quality = brotliQuality,
): Promise<Uint8Array> {
  if (encoding === 'identity') return bytes;
  if (encoding === 'gzip') return packGzip(bytes);
  return packBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}
