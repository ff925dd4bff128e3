import {
  type Encoding,
  encodingFor,
  inEncoding,
  isKnown,
  type OperationAnswer,
  tagOf,
} from '../../http/index.ts';
import type { Document } from './document.ts';

/** A document as bytes in the encodings that visitors took so far. */
export class Rendered {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #etag: string;
  readonly #identity: Uint8Array;
  readonly #bytes = new Map<Encoding, Promise<Uint8Array>>();

  constructor({ text, headers }: Document) {
    this.#identity = typeof text === 'string' ? Buffer.from(text) : text;
    this.#headers = headers;
    // Weak: the same for all encodings.
    this.#etag = `W/${tagOf(this.#identity)}`;
  }

  async answer(
    headers: Readonly<Record<string, string | undefined>>,
    caching: Readonly<Record<string, string>>,
  ): Promise<OperationAnswer> {
    const shared = { ...this.#headers, ...caching, etag: this.#etag };
    if (isKnown(headers['if-none-match'], this.#etag)) return { status: 304, headers: shared };
    const encoding = encodingFor(headers['accept-encoding']);
    return {
      status: 200,
      text: await this.#as(encoding),
      headers: encoding === 'identity' ? shared : { ...shared, 'content-encoding': encoding },
    };
  }

  #as(encoding: Encoding): Promise<Uint8Array> {
    const bytes = this.#bytes.get(encoding) ?? inEncoding(this.#identity, encoding);
    this.#bytes.set(encoding, bytes);
    return bytes;
  }
}
