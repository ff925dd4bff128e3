import { closeSync, fsyncSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { readDataFileHead } from './data-file.ts';
import { replaceSums, sumsFileOf } from './page-sums.ts';
import { sumsOf } from './verify-pages.ts';

/**
 * A backup is one file: behind its pages it has their checksums, so that a start can tell whether it is what was
 * written. Behind the last page SQLite reads nothing.
 */

const tag = 'tocsinsums1\0';
const magic = Buffer.from(tag, 'latin1');
/** Magic, length of the sums, their own checksum. */
const tailBytes = magic.length + 8;

export async function sealBackup(file: string): Promise<void> {
  const body = await sumsOf(file);
  const tail = Buffer.alloc(tailBytes);
  magic.copy(tail);
  tail.writeUInt32LE(body.length, magic.length);
  tail.writeUInt32LE(crc32(body), magic.length + 4);
  const handle = await open(file, 'a');
  try {
    await handle.writeFile(Buffer.concat([body, tail]));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Where the data file is a backup: puts its checksums into their own file. */
export async function takeSumsOfBackup(file: string): Promise<void> {
  const head = readDataFileHead(file);
  if (head === undefined) return;
  const end = head.pages * head.pageBytes;
  const extra = head.bytes - end;
  if (extra < tailBytes || extra > end) return;
  const handle = openSync(file, 'r+');
  try {
    const bytes = Buffer.alloc(extra);
    readSync(handle, bytes, 0, extra, end);
    const tail = bytes.subarray(extra - tailBytes);
    const body = bytes.subarray(0, extra - tailBytes);
    if (!tail.subarray(0, magic.length).equals(magic)) return;
    // Damaged ones are made anew after a check, as where there are none.
    const isWhole =
      tail.readUInt32LE(magic.length) === body.length &&
      tail.readUInt32LE(magic.length + 4) === crc32(body);
    if (isWhole) replaceSums(sumsFileOf(file), body);
    ftruncateSync(handle, end);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
