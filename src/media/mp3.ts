import { say } from '../sentences/index.ts';
import type { AudioLength } from './inspect-audio.ts';

/** Kilobits per second by the index in the header of a frame; MPEG 1, then MPEG 2 and 2.5. */
const bitrates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;
/** Tags and padding before the first frame and after the last one, beyond those that say their size. */
const junkBytesMax = 64 * 1024;

interface Frame {
  bytes: number;
  samples: number;
  samplesPerSecond: number;
  /** From its start to its sound, or to what a table of contents has there. */
  headBytes: number;
}

/** Length of MPEG layer 3 sound. Counts its frames one by one. */
export function lengthOfMp3(bytes: Buffer): AudioLength {
  const first = firstFrame(bytes, afterTags(bytes));
  if (first === null) return { problem: say('audioNeither') };
  let { at } = first;
  // An encoder may put a table of contents into a frame of its own, which is not heard.
  const promised = promisedFrames(bytes, at, first.frame);
  if (promised !== null) at += first.frame.bytes;
  let frames = 0;
  let seconds = 0;
  for (let frame = frameAt(bytes, at); frame !== null; frame = frameAt(bytes, at)) {
    at += frame.bytes;
    if (at > bytes.length) return cutOff;
    frames += 1;
    seconds += frame.samples / frame.samplesPerSecond;
  }
  if (promised !== null && frames < promised - 1) return cutOff;
  if (frames === 0) return { problem: say('audioSilent') };
  if (bytes.length - at > junkBytesMax) return { problem: say('audioDamaged') };
  return { seconds };
}

const cutOff = { problem: say('audioCutOff') } as const;

/** Where the tags at the beginning end. */
function afterTags(bytes: Buffer): number {
  let at = 0;
  while (bytes.toString('latin1', at, at + 3) === 'ID3' && at + 10 <= bytes.length) {
    const hasFooter = (bytes.readUInt8(at + 5) & 0x10) !== 0;
    // Four times seven bits.
    let size = 0;
    for (const byte of bytes.subarray(at + 6, at + 10)) size = (size << 7) | (byte & 0x7f);
    at += 10 + size + (hasFooter ? 10 : 0);
  }
  return at;
}

/** The first frame that another one follows: what looks like one frame can be chance. */
function firstFrame(bytes: Buffer, from: number): { at: number; frame: Frame } | null {
  const last = Math.min(bytes.length, from + junkBytesMax);
  for (let at = from; at < last; at += 1) {
    const frame = frameAt(bytes, at);
    if (frame && frameAt(bytes, at + frame.bytes)) return { at, frame };
  }
  return null;
}

/** By the header at this place; null when there is none. */
function frameAt(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.length) return null;
  const header = bytes.readUInt32BE(at);
  // Eleven bits that are set, any version but the reserved one, layer 3.
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== 1) return null;
  const version = (header >>> 19) & 3;
  const sampleRate = sampleRates[(header >>> 10) & 3];
  if (version === 1 || sampleRate === undefined) return null;
  const isFirstVersion = version === 3;
  const kilobits = bitrates[isFirstVersion ? 0 : 1][(header >>> 12) & 15];
  if (!kilobits) return null;
  const samplesPerSecond = sampleRate / (isFirstVersion ? 1 : version === 2 ? 2 : 4);
  const samples = isFirstVersion ? 1152 : 576;
  const padding = (header >>> 9) & 1;
  const isMono = ((header >>> 6) & 3) === 3;
  const sideBytes = isFirstVersion ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return {
    bytes: Math.floor((samples * kilobits * 125) / samplesPerSecond) + padding,
    samples,
    samplesPerSecond,
    headBytes: 4 + sideBytes,
  };
}

/** How many frames a table of contents in this one says there are; null when it is none, 0 when it does not say. */
function promisedFrames(bytes: Buffer, at: number, { headBytes }: Frame): number | null {
  const table = at + headBytes;
  const name = bytes.toString('latin1', table, table + 4);
  if (name === 'Xing' || name === 'Info') {
    if (table + 12 > bytes.length) return 0;
    return (bytes.readUInt32BE(table + 4) & 1) === 1 ? bytes.readUInt32BE(table + 8) : 0;
  }
  const vbri = at + 36;
  if (bytes.toString('latin1', vbri, vbri + 4) !== 'VBRI') return null;
  return vbri + 18 > bytes.length ? 0 : bytes.readUInt32BE(vbri + 14);
}
