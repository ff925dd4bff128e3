import { type Sentence, say } from './say.ts';

/**
 * The text of a body. Monitoring tools cut texts in the middle of a character, paste Latin-1 into UTF-8 and name
 * charsets that do not exist; an alert must be readable all the same, and its other texts, by which it finds its
 * incident, must not change.
 */
export interface DecodedText {
  readonly text: string;
  /** Says what was not as declared, or null. */
  readonly problem: Sentence | null;
}

/**
 * A byte order mark says more than the declared charset; a charset that nobody knows, or none, means UTF-8. Bytes
 * that are not UTF-8 are read as windows-1252, one by one, so that everything around them stays as sent; in other
 * charsets they become U+FFFD.
 */
export function textOfBytes(body: Uint8Array, charset: string | undefined): DecodedText {
  const label = byteOrderMark(body) ?? charset?.toLowerCase() ?? 'utf-8';
  const decoder = decoderOf(label) ?? utf8;
  try {
    return { text: decoder.decode(body), problem: null };
  } catch {
    if (decoder.encoding !== 'utf-8') {
      return {
        text: new TextDecoder(decoder.encoding).decode(body),
        problem: say('bodyNotInCharset', { charset: decoder.encoding }),
      };
    }
    return {
      text: utf8.decode(repairUtf8(body)),
      problem: say('bodyNotUtf8'),
    };
  }
}

/** Percent-decoded and other loose bytes as text, by the same rule. */
export function looseUtf8(bytes: Uint8Array): string {
  try {
    return keepingMark.decode(bytes);
  } catch {
    return keepingMark.decode(repairUtf8(bytes));
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** For pieces of a text: a byte order mark within it is a character. */
const keepingMark = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decoders = new Map<string, TextDecoder | null>();
const decodersMax = 64;

/** The decoder of a charset as the WHATWG names it (`latin1`, `shift_jis`, …); null for names nobody knows. */
function decoderOf(label: string): TextDecoder | null {
  const known = decoders.get(label);
  if (known !== undefined) return known;
  let decoder: TextDecoder | null = null;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    // Not a charset.
  }
  // The label is what callers write: no memory for all they can think of.
  if (decoders.size < decodersMax) decoders.set(label, decoder);
  return decoder;
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** The UTF-8 form of each byte from 0x80 on, read as windows-1252. */
const windows1252 = Array.from({ length: 0x80 }, (_, index) =>
  Buffer.from(new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + index))),
);

/** UTF-8 with every byte that belongs to no character replaced by its windows-1252 reading. */
function repairUtf8(bytes: Uint8Array): Uint8Array {
  // No windows-1252 character takes more than three bytes.
  const repaired = new Uint8Array(bytes.length * 3);
  let size = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    if (length === 0) {
      const replacement = windows1252[(bytes[at] ?? 0) - 0x80] ?? [];
      for (const byte of replacement) repaired[size++] = byte;
      at += 1;
      continue;
    }
    for (let index = 0; index < length; index += 1) repaired[size++] = bytes[at + index] ?? 0;
    at += length;
  }
  return repaired.subarray(0, size);
}

/** Bytes of the UTF-8 character that starts here, 0 when none does (Unicode, table 3-7). */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  for (let index = 2; index < length; index += 1) {
    if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
