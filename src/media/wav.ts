import { type Sentence, say } from '../sentences/index.ts';
import type { AudioLength } from './inspect-audio.ts';

/** Plain samples, A-law and mu-law: what carriers play. */
const playable = new Set([0x0001, 0x0006, 0x0007]);
/** The real format comes later. */
const extensible = 0xfffe;

/** Length of a RIFF file. Walks its chunks up to the sound. */
export function lengthOfWav(bytes: Buffer): AudioLength {
  let bytesPerSecond: number | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ' && size >= 16 && start + size <= bytes.length) {
      const format = formatAt(bytes, start, size);
      if ('problem' in format) return format;
      bytesPerSecond = format.bytesPerSecond;
    }
    if (name === 'data') {
      if (bytesPerSecond === null) return { problem: say('audioWithoutFormat') };
      // Programs that stream write the greatest size there is, for "until the end".
      const end = size === 0xffff_ffff ? bytes.length : start + size;
      if (end > bytes.length) return { problem: say('audioCutOff') };
      const seconds = (end - start) / bytesPerSecond;
      return seconds > 0 ? { seconds } : { problem: say('audioSilent') };
    }
    at = start + size + (size % 2);
  }
  return { problem: say('audioSilentOrCut') };
}

function formatAt(
  bytes: Buffer,
  start: number,
  size: number,
): { bytesPerSecond: number } | { problem: Sentence } {
  const named = bytes.readUInt16LE(start);
  const format = named === extensible && size >= 26 ? bytes.readUInt16LE(start + 24) : named;
  if (!playable.has(format)) return { problem: say('audioUnplayable') };
  const channels = bytes.readUInt16LE(start + 2);
  const samplesPerSecond = bytes.readUInt32LE(start + 4);
  const bits = bytes.readUInt16LE(start + 14);
  const isPossible =
    (channels === 1 || channels === 2) &&
    samplesPerSecond >= 4_000 &&
    samplesPerSecond <= 192_000 &&
    [8, 16, 24, 32].includes(bits);
  if (!isPossible) return { problem: say('audioUnusual') };
  return { bytesPerSecond: (samplesPerSecond * channels * bits) / 8 };
}
