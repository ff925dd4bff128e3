/** A wav of silence: mono, 8 kHz, 8 bits of mu-law. */
export function silentWav(seconds: number): Buffer {
  const rate = 8000;
  const data = Buffer.alloc(Math.max(1, Math.round(seconds * rate)), 0xff);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(7, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** An mp3 of silence: frames of MPEG 2 layer III with 32 kbit/s at 16 kHz, 144 bytes and 36 ms each. */
export function silentMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(144);
  frame.set([0xff, 0xf3, 0x48, 0xc4]);
  return Buffer.concat(
    Array.from({ length: Math.max(1, Math.ceil(seconds / 0.036)) }, () => frame),
  );
}

const kilobits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** How long a file plays; null where it is neither wav nor mp3. */
export function durationSecondsOf(file: Buffer): number | null {
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WAVE') {
    const bytesPerSecond = file.readUInt32LE(28);
    const data = file.indexOf('data', 12, 'latin1');
    return data < 0 ? null : file.readUInt32LE(data + 4) / bytesPerSecond;
  }
  const start = file.toString('latin1', 0, 3) === 'ID3' ? idSize(file) : 0;
  if (file[start] !== 0xff || ((file[start + 1] ?? 0) & 0xe0) !== 0xe0) return null;
  const isMpeg1 = ((file[start + 1] ?? 0) & 0x18) === 0x18;
  const rate = kilobits[isMpeg1 ? 'mpeg1' : 'mpeg2'][(file[start + 2] ?? 0) >> 4] ?? 0;
  return rate === 0 ? null : ((file.length - start) * 8) / (rate * 1000);
}

function idSize(file: Buffer): number {
  const [a = 0, b = 0, c = 0, d = 0] = file.subarray(6, 10);
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d);
}
