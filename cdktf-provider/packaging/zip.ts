/**
 * A zip archive as Terraform reads it: deflated, with Unix permissions, and byte for byte the same
 * for the same files, so that its checksum can be published (APPNOTE.TXT 4.3 and 4.4).
 */
import { crc32, deflateRawSync } from 'node:zlib';
import type { PackageFile } from './bundle.ts';

/** 1980-01-01 00:00, the earliest a zip can say. */
const fixedDate = 0x0021;
const versionNeeded = 20;
/** High byte 3: the attributes below are Unix permissions. */
const madeOnUnix = (3 << 8) | versionNeeded;
const regularFile = 0o100000;
const deflated = 8;
const utf8Names = 0x0800;

export function zipFiles(files: readonly PackageFile[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode } of files) {
    const nameBytes = Buffer.from(name, 'utf8');
    const data = deflateRawSync(content, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(versionNeeded, 0);
    common.writeUInt16LE(utf8Names, 2);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt16LE(0, 6);
    common.writeUInt16LE(fixedDate, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, data);

    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((regularFile | mode) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const made = Buffer.alloc(2);
    made.writeUInt16LE(madeOnUnix);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), made, common, tail, nameBytes);
    offset += 4 + common.length + nameBytes.length + data.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, entries, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
