/** Files that are as long as a test wants, without an encoder. */

export interface WavOptions {
  samplesPerSecond?: number;
  bits?: number;
  /** 1: plain samples, 6: A-law, 7: mu-law. */
  format?: number;
  /** What the file says about its length, where it lies. */
  claimedBytes?: number;
}

export function wavOf(
  seconds: number,
  { samplesPerSecond = 8_000, bits = 16, format = 1, claimedBytes }: WavOptions = {},
): Buffer {
  const bytesPerSecond = (samplesPerSecond * bits) / 8;
  const sound = Buffer.alloc(Math.round(seconds * bytesPerSecond), 1);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(samplesPerSecond, 24);
  head.writeUInt32LE(bytesPerSecond, 28);
  head.writeUInt16LE(bits / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(claimedBytes ?? sound.length, 40);
  return Buffer.concat([head, sound]);
}

/** MPEG 1 layer 3, 64 kbit/s, 44,100 Hz, mono. */
const frameHead = [0xff, 0xfb, 0x50, 0xc4];
export const mp3FrameBytes = 208;
export const mp3FrameSeconds = 1152 / 44_100;

/** With `promisedFrames`, a table of contents comes first. */
export function mp3Of(frames: number, promisedFrames?: number): Buffer {
  const frame = Buffer.alloc(mp3FrameBytes);
  frame.set(frameHead);
  const parts = Array.from({ length: frames }, () => frame);
  if (promisedFrames === undefined) return Buffer.concat(parts);
  const table = Buffer.from(frame);
  table.write('Xing', 21);
  table.writeUInt32BE(1, 25);
  table.writeUInt32BE(promisedFrames, 29);
  return Buffer.concat([table, ...parts]);
}

/** An ID3 tag of so many bytes. */
export function taggedWith(bytes: number, file: Buffer): Buffer {
  const size = bytes - 10;
  const head = Buffer.from([
    0x49,
    0x44,
    0x33,
    4,
    0,
    0,
    (size >> 21) & 127,
    (size >> 14) & 127,
    (size >> 7) & 127,
    size & 127,
  ]);
  return Buffer.concat([head, Buffer.alloc(size, 0xff), file]);
}
