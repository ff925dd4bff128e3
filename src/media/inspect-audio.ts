import type { Sentence } from '../sentences/index.ts';
import { lengthOfMp3 } from './mp3.ts';
import { lengthOfWav } from './wav.ts';

export const audioBytesMax = 5 * 1024 * 1024;
export const audioSecondsMax = 120;

export interface Audio {
  contentType: 'audio/mpeg' | 'audio/wav';
  extension: 'mp3' | 'wav';
  durationSeconds: number;
}

/** Length of a file that can be played to its end, or what to tell the person who sent it. */
export type AudioLength = { seconds: number } | { problem: Sentence };

/**
 * The type and length of a file by its bytes, whatever its name says. The length is counted, not read from the header.
 * Limits are up to the caller. The time depends only on the number of bytes, whatever they are: the general library for
 * this (`music-metadata` 12) needs 25 s for 5 MB of 0xff, and everything else waits meanwhile.
 */
export function inspectAudio(bytes: Buffer): Audio | { problem: Sentence } {
  const isWav =
    bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WAVE';
  const length = isWav ? lengthOfWav(bytes) : lengthOfMp3(bytes);
  if ('problem' in length) return length;
  return isWav
    ? { contentType: 'audio/wav', extension: 'wav', durationSeconds: length.seconds }
    : { contentType: 'audio/mpeg', extension: 'mp3', durationSeconds: length.seconds };
}
