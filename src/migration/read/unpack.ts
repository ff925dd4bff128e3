import { unzipSync } from 'fflate';

/** Texts by path; paths have `/` between their parts. */
export type Texts = ReadonlyMap<string, string>;

const megabyte = 1024 * 1024;
/** The first is for a file or archive as it was given, the second for all that is in an archive or folder. */
export const givenBytesMax = 200 * megabyte;
export const unpackedBytesMax = 512 * megabyte;
export const filesMax = 200_000;

/** Files that a source may have; others of a folder or archive are not opened. */
const readable = /\.(json|tfstate)$/i;
/** Folders that Terraform and others keep beside it, and that macOS adds to archives. */
const hidden = /(^|\/)(\.[^/]|__MACOSX(\/|$)|node_modules(\/|$))/;
const configuration = /\.tf$/i;

export type Use = 'read' | 'configuration' | 'skipped';

/** Says whether a file of a folder or archive is read. */
export function useOf(path: string): Use {
  if (hidden.test(path)) return 'skipped';
  if (configuration.test(path)) return 'configuration';
  return readable.test(path) ? 'read' : 'skipped';
}

/** Counts what is taken; throws where it is more than fits. */
export function createBudget(name: string): { take(bytes: number): void } {
  let [files, all] = [0, 0];
  return {
    take(bytes) {
      files += 1;
      all += bytes;
      if (files > filesMax) throw new Error(`${name} has more than ${filesMax} files.`);
      if (all > unpackedBytesMax)
        throw new Error(
          `${name} has more than ${unpackedBytesMax / megabyte} MB of JSON: give a part of it.`,
        );
    },
  };
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * Texts of a zip archive, and paths of Terraform's configuration in it. The sizes that an archive states are added up
 * before anything is unpacked, and nothing is unpacked beyond them.
 */
export function unzipped(
  name: string,
  bytes: Uint8Array,
): { texts: Map<string, string>; configuration: string[] } {
  const budget = createBudget(name);
  const found: string[] = [];
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter({ name: path, originalSize }) {
        const use = useOf(path);
        if (use === 'configuration') found.push(path);
        if (use !== 'read') return false;
        budget.take(originalSize);
        return true;
      },
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      why.startsWith(name) ? why : `${name} is no zip archive that can be read: ${why}.`,
      {
        cause,
      },
    );
  }
  const texts = new Map(
    Object.entries(files).map(([path, content]) => [path, textOf(`${name}: ${path}`, content)]),
  );
  return { texts, configuration: found };
}

/** UTF-8, or what PowerShell writes when it is told to keep an output. */
export function textOf(name: string, bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${name} is no text in UTF-8.`, { cause });
  }
}

/** Throws where a file or an archive is larger than fits. */
export function checkGiven(name: string, bytes: number): void {
  if (bytes > givenBytesMax)
    throw new Error(`${name} is larger than ${givenBytesMax / megabyte} MB: give a part of it.`);
}
