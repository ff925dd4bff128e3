import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectAudio } from '../../src/media/inspect-audio.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { mp3FrameBytes, mp3FrameSeconds, mp3Of, taggedWith, wavOf } from '../support/audio.ts';
import { quickRuns } from '../support/runs.ts';

describe('what a file is, is told by its content', () => {
  test.each([
    ['wav', wavOf(2), 'audio/wav', 2],
    ['wav of 121 seconds', wavOf(121), 'audio/wav', 121],
    ['mu-law', wavOf(3, { format: 7, bits: 8 }), 'audio/wav', 3],
    ['A-law', wavOf(3, { format: 6, bits: 8 }), 'audio/wav', 3],
    [
      'wav of unknown length, as programs that stream write it',
      wavOf(2, { claimedBytes: 0xffff_ffff }),
      'audio/wav',
      2,
    ],
    ['mp3', mp3Of(100), 'audio/mpeg', 100 * mp3FrameSeconds],
    ['mp3 with a table of contents', mp3Of(100, 100), 'audio/mpeg', 100 * mp3FrameSeconds],
    ['mp3 with a picture', taggedWith(300_000, mp3Of(100)), 'audio/mpeg', 100 * mp3FrameSeconds],
    [
      'mp3 with a tag at its end',
      Buffer.concat([mp3Of(100), Buffer.from('TAG'), Buffer.alloc(125)]),
      'audio/mpeg',
      100 * mp3FrameSeconds,
    ],
  ])('%s', (_name, bytes, contentType, seconds) => {
    const found = inspectAudio(bytes);
    expect(found).toMatchObject({
      contentType,
      extension: contentType === 'audio/wav' ? 'wav' : 'mp3',
      durationSeconds: expect.closeTo(seconds, 3),
    });
  });
});

describe('what cannot be played to its end is refused with a reason', () => {
  test.each([
    ['nothing', Buffer.alloc(0), /neither/],
    ['text', Buffer.from('hello '.repeat(1000)), /neither/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /neither/],
    ['one frame only, which may be chance', mp3Of(1), /neither/],
    ['a cut wav', wavOf(10).subarray(0, 20_000), /cut off/],
    ['a cut mp3', mp3Of(100).subarray(0, 50 * mp3FrameBytes + 30), /cut off/],
    ['an mp3 shorter than its table of contents', mp3Of(50, 100), /cut off/],
    ['a tag without sound', taggedWith(1000, Buffer.alloc(0)), /neither/],
    [
      'a tag that claims more than there is',
      taggedWith(1000, mp3Of(9)).subarray(0, 500),
      /neither/,
    ],
    ['a wav without sound', wavOf(0), /no sound/],
    ['a wav that is cut before its sound', wavOf(1).subarray(0, 30), /no sound/],
    ['a wav in another coding', wavOf(1, { format: 0x55 }), /PCM/],
    ['a wav of impossible speed', wavOf(1, { samplesPerSecond: 10 }), /PCM/],
    ['noise after the sound', Buffer.concat([mp3Of(3), Buffer.alloc(100_000, 0xff)]), /damaged/],
  ])('%s', (_name, bytes, reason) => {
    const found = inspectAudio(bytes);
    expect('problem' in found && inEnglish(found.problem)).toMatch(reason);
  });

  test('whatever the bytes are, it answers with one of the two', () => {
    const starts = [mp3Of(3), mp3Of(3, 5), wavOf(0.01), taggedWith(40, mp3Of(2)), Buffer.alloc(0)];
    const bytes = fc.tuple(fc.constantFrom(...starts), fc.nat(800), fc.uint8Array());
    fc.assert(
      fc.property(bytes, ([start, cut, tail]) => {
        const found = inspectAudio(Buffer.concat([start.subarray(0, cut), tail]));
        if (!('problem' in found)) expect(found.durationSeconds).toBeGreaterThan(0);
      }),
      { numRuns: quickRuns(2000) },
    );
  });
});
