import { type Encoding, inEncoding } from '../../../http/index.ts';
import { keptPacked } from './kept-bundle.ts';

/** The next level takes two and a half times as long for a fiftieth less. */
const brotliQuality = 10;

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
    const pack = () => inEncoding(bytes, encoding, brotliQuality);
    return encoding === 'br' ? keptPacked(bytes, `br${brotliQuality}`, pack) : pack();
  };
  return {
    in(encoding) {
      const found = made.get(encoding) ?? make(encoding);
      made.set(encoding, found);
      return found;
    },
  };
}
