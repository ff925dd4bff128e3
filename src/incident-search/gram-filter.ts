/**
 * A Bloom filter over the runs of one to four bytes in some texts: whether a term can be in one of them, without the
 * texts. A term that has one run which no text has is in none of them.
 */

const bitsMin = 1 << 10;
const bitsMax = 1 << 20;
/** Fuller than this it would let too many terms pass. */
const fullMax = 0.4;

/** Longer terms are looked for by all their runs of three and of four bytes. */
const shortMax = 2;

/** The filter of texts, each with a zero byte behind it. As large as their variety demands. */
export function gramFilterOf(texts: Uint8Array): Buffer {
  // As many bits as bytes, then half of that, and so on: texts repeat themselves.
  const size = 2 ** Math.ceil(Math.log2(Math.max(1, texts.length)));
  let bits = new Uint8Array(Math.min(Math.max(size, bitsMin), bitsMax) >>> 3);
  let last = 0;
  let length = 0;
  for (let at = 0; at < texts.length; at++) {
    const byte = texts[at] ?? 0;
    last = (last << 8) | byte;
    if (byte === 0) {
      length = 0;
      continue;
    }
    length++;
    addShort(bits, byte, 1);
    if (length > 1) addShort(bits, last & 0xffff, 2);
    if (length <= shortMax) continue;
    add(bits, hashOfThree(last));
    add(bits, otherHashOfThree(last));
    if (length > 3) add(bits, hashOfFour(last));
  }
  while (bits.length * 8 > bitsMin) {
    const half = folded(bits);
    if (countOf(half) > half.length * 8 * fullMax) break;
    bits = half;
  }
  return Buffer.from(bits.buffer);
}

/** False only where none of the texts has the term. */
export function mayHaveTerm(filter: Uint8Array, term: Uint8Array): boolean {
  let last = 0;
  for (const [at, byte] of term.entries()) {
    last = (last << 8) | byte;
    if (at < shortMax) continue;
    if (!has(filter, hashOfThree(last)) || !has(filter, otherHashOfThree(last))) return false;
    if (at > shortMax && !has(filter, hashOfFour(last))) return false;
  }
  return term.length > shortMax || term.length === 0 || hasShort(filter, last, term.length);
}

function add(bits: Uint8Array, hash: number): void {
  const bit = hash & (bits.length * 8 - 1);
  bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
}

function has(filter: Uint8Array, hash: number): boolean {
  const bit = hash & (filter.length * 8 - 1);
  return (((filter[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 1;
}

function addShort(bits: Uint8Array, run: number, length: number): void {
  add(bits, hashOfShort(run, length));
  add(bits, otherHashOfShort(run, length));
}

function hasShort(filter: Uint8Array, run: number, length: number): boolean {
  return has(filter, hashOfShort(run, length)) && has(filter, otherHashOfShort(run, length));
}

/** Bit n of the half stands for the bits n and n + half, so a filter of any size is asked in the same way. */
function folded(bits: Uint8Array): Uint8Array<ArrayBuffer> {
  const half = bits.slice(0, bits.length >>> 1);
  for (let at = 0; at < half.length; at++)
    half[at] = (half[at] ?? 0) | (bits[at + half.length] ?? 0);
  return half;
}

const countsOfBytes = Uint8Array.from(
  { length: 256 },
  (_, byte) => byte.toString(2).replaceAll('0', '').length,
);

function countOf(bits: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bits.length; at++) count += countsOfBytes[bits[at] ?? 0] ?? 0;
  return count;
}

function hashOfShort(run: number, length: number): number {
  return mixed(run | (length << 16) | 0x2d000000);
}

function otherHashOfShort(run: number, length: number): number {
  return mixed(run | (length << 16) | 0x6b000000);
}

/** Runs of three are few and would let too much pass with one bit each. */
function hashOfThree(last: number): number {
  return mixed(last & 0xffffff);
}

function otherHashOfThree(last: number): number {
  return mixed((last & 0xffffff) | 0x5a000000);
}

function hashOfFour(last: number): number {
  return mixed(last ^ 0x3c6ef372);
}

function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
}
