import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { isKnown, type OperationAnswer, tagOf } from '../../http/index.ts';
import type { Document } from './document.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** Good enough for text of this size, and a millisecond rather than thirty. */
const brotliQuality = 5;

/** A document as bytes in the encodings that visitors took so far. */
export class Rendered {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #etag: string;
  readonly #bytes = new Map<Encoding, Buffer>();

  constructor({ text, headers }: Document) {
    const identity = typeof text === 'string' ? Buffer.from(text) : text;
    this.#bytes.set('identity', identity);
    this.#headers = headers;
    // Weak: the same for all encodings.
    this.#etag = `W/${tagOf(identity)}`;
  }

  answer(
    headers: Readonly<Record<string, string | undefined>>,
    caching: Readonly<Record<string, string>>,
  ): OperationAnswer {
    const shared = { ...this.#headers, ...caching, etag: this.#etag };
    if (isKnown(headers['if-none-match'], this.#etag)) return { status: 304, headers: shared };
    const encoding = encodingFor(headers['accept-encoding']);
    return {
      status: 200,
      text: this.#as(encoding),
      headers: encoding === 'identity' ? shared : { ...shared, 'content-encoding': encoding },
    };
  }

  #as(encoding: Encoding): Buffer {
    const known = this.#bytes.get(encoding);
    if (known) return known;
    const identity = this.#bytes.get('identity') ?? Buffer.alloc(0);
    const bytes =
      encoding === 'br'
        ? brotliCompressSync(identity, {
            params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
          })
        : gzipSync(identity);
    this.#bytes.set(encoding, bytes);
    return bytes;
  }
}

function encodingFor(accepted: string | undefined): Encoding {
  const refuses = (name: string) => new RegExp(`${name}\\s*;\\s*q=0(\\.0*)?(\\s*,|\\s*$)`, 'i');
  for (const name of ['br', 'gzip'] as const)
    if (new RegExp(`(^|[\\s,])${name}($|[\\s,;])`, 'i').test(accepted ?? ''))
      if (!refuses(name).test(accepted ?? '')) return name;
  return 'identity';
}
