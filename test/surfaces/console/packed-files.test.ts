import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { keptPacked } from '../../../src/surfaces/console/app/kept-bundle.ts';
import { packed } from '../../../src/surfaces/console/app/packed-files.ts';

it('a file is unpacked as it was, at this start and at the next', async () => {
  const bytes = randomBytes(64);
  for (const _start of ['this', 'next']) {
    const file = packed(bytes);
    expect(brotliDecompressSync(await file.in('br'))).toEqual(bytes);
    expect(gunzipSync(await file.in('gzip'))).toEqual(bytes);
    expect(await file.in('identity')).toEqual(bytes);
  }
});

it('the next start packs a file only where its content or the way of packing is another', async () => {
  const pack = vi.fn(async () => Buffer.from('packed'));
  const bytes = randomBytes(64);
  for (const _start of ['this', 'next'])
    expect(await keptPacked(bytes, 'test', pack)).toEqual(Buffer.from('packed'));
  expect(pack).toHaveBeenCalledTimes(1);
  await keptPacked(bytes, 'other', pack);
  await keptPacked(randomBytes(64), 'test', pack);
  expect(pack).toHaveBeenCalledTimes(3);
});
