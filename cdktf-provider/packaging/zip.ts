/**
 * A zip archive as Terraform reads it: deflated, with Unix permissions, and byte for byte the same
 * for the same files, so that its checksum can be published.
 *
 * By fflate and not by a library over node:zlib: its deflate is its own, so the bytes do not change
 * with the version of Node that packs them.
 */
import { unzipSync, type Zippable, zipSync } from 'fflate';
import type { PackageFile } from './bundle.ts';

/** The earliest date a zip can say; a zip knows local time only. */
const fixedDate = () => new Date(1980, 0, 1);
const madeOnUnix = 3;
const regularFile = 0o100000;

export function zipFiles(files: readonly PackageFile[]): Buffer {
  const entries = files.map(({ name, content, mode }): [string, Zippable[string]] => [
    name,
    [content, { attrs: ((regularFile | mode) << 16) >>> 0 }],
  ]);
  const archive = zipSync(Object.fromEntries(entries), {
    level: 9,
    mtime: fixedDate(),
    os: madeOnUnix,
  });
  return Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
}

/** Every file executable: what is unpacked here are packages of one executable. */
export function unzipExecutables(archive: Buffer): PackageFile[] {
  return Object.entries(unzipSync(archive)).map(([name, content]) => ({
    name,
    content: Buffer.from(content),
    mode: 0o755,
  }));
}
