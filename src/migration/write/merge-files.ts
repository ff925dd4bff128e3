import { shortHash } from '../model/short-hash.ts';
import type { WrittenBlock } from './to-terraform.ts';

/** The result of merging blocks into the files of a folder. */
export interface Merged {
  files: Map<string, string>;
  added: string[];
  changed: string[];
  /** Not at the source any more. */
  removed: string[];
  /** Changed by hand: as they are, with what the import would have written; null: gone at the source. */
  handEdited: { address: string; file: string; wanted: string | null }[];
  /** Not at the source, or in a kind that could not be read: kept. */
  unsure: string[];
  /** The blocks that stay though nothing of this import wrote them. */
  kept: Pick<WrittenBlock, 'key' | 'address' | 'text'>[];
}

interface Found {
  key: string;
  file: string;
  text: string;
  isByHand: boolean;
}

const marker = /^# tocsin-import ([0-9a-f]{16}) (".*")$/;

/**
 * The wanted blocks in the files of a folder: each has a hash in a comment, so a block that was changed by hand is told
 * apart from one that is only older, and stays. Text between blocks stays, too, at the end of its file.
 */
export function mergeFiles(
  existing: ReadonlyMap<string, string>,
  wanted: readonly WrittenBlock[],
  { isWhole }: { isWhole: boolean },
): Merged {
  const read = [...existing]
    .filter(([name]) => name.endsWith('.tf'))
    .map(([file, text]) => ({ file, ...partsOf(file, text) }));
  const found = new Map(read.flatMap(({ blocks }) => blocks.map((block) => [block.key, block])));
  const merged: Merged = {
    ...{ files: new Map(), added: [], changed: [], removed: [], handEdited: [], unsure: [] },
    kept: [],
  };
  const place = (file: string, text: string) => {
    const before = merged.files.get(file);
    merged.files.set(file, before === undefined ? text : `${before}\n${text}`);
  };
  for (const block of wanted) placeBlock(block, found.get(block.key), merged, place);
  const keys = new Set(wanted.map(({ key }) => key));
  const now = nowWritten(read, wanted);
  for (const block of found.values()) {
    if (keys.has(block.key)) continue;
    const address = addressIn(block.text);
    if (now.has(address) || (isWhole && !block.isByHand)) {
      // The source has it as before, so only the lookup goes.
      if (!isLookup(block)) merged.removed.push(address);
      continue;
    }
    const text = block.isByHand ? block.text : withAddresses(block.text, now);
    if (block.isByHand) merged.handEdited.push({ address, file: block.file, wanted: null });
    else if (text === block.text) merged.unsure.push(address);
    else merged.changed.push(address);
    merged.kept.push({ key: block.key, address, text });
    place(block.file, marked({ ...block, text }));
  }
  for (const { file, rest } of read) if (rest !== '') place(file, `${rest}\n`);
  merged.removed.sort();
  merged.unsure.sort();
  for (const { file } of read) if (!merged.files.has(file)) merged.files.set(file, '');
  return merged;
}

/**
 * Objects that an earlier import looked up, and this one writes, by the address of the data source: a lookup of what is
 * only about to be made fails. Not where somebody's own text names it, which nobody but they change.
 */
function nowWritten(
  read: readonly ReturnType<typeof partsOf>[],
  wanted: readonly WrittenBlock[],
): ReadonlyMap<string, string> {
  const blocks = read.flatMap((file) => file.blocks);
  const lookups = new Map(
    blocks
      .filter((block) => isLookup(block) && !block.isByHand)
      .map(({ key, text }) => [key, addressIn(text)]),
  );
  if (lookups.size === 0) return lookups;
  const own = [
    ...blocks.flatMap(({ isByHand, text }) => (isByHand ? [text] : [])),
    ...read.map(({ rest }) => rest),
  ].join('\n');
  return new Map(
    wanted.flatMap(({ key, address }) => {
      const lookup = lookups.get(`data:${key}`);
      return lookup !== undefined && !names(own, lookup) ? [[lookup, address] as const] : [];
    }),
  );
}

function isLookup({ key }: Found): boolean {
  return key.startsWith('data:');
}

function names(text: string, address: string): boolean {
  return text.split(/[^\w.-]+/).some((word) => word === address || word.startsWith(`${address}.`));
}

function withAddresses(text: string, addresses: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /(?<![\w.-])(data\.\w+\.[\w-]+)(?=\.id\b)/g,
    (address) => addresses.get(address) ?? address,
  );
}

function placeBlock(
  { key, address, file, text }: WrittenBlock,
  found: Found | undefined,
  merged: Merged,
  place: (file: string, text: string) => void,
): void {
  if (found?.isByHand) {
    place(found.file, marked(found));
    if (found.text !== text) merged.handEdited.push({ address, file: found.file, wanted: text });
    return;
  }
  place(file, `${markerOf(key, text)}\n${text}`);
  if (!found) merged.added.push(address);
  else if (found.text !== text) merged.changed.push(address);
}

/** Blocks that an import wrote, and everything else. A block ends with the first line that is only `}`. */
function partsOf(file: string, text: string): { blocks: Found[]; rest: string } {
  const lines = text.split(/\r?\n/);
  const blocks: Found[] = [];
  const rest: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [, hash, quoted = ''] = marker.exec(lines[at] ?? '') ?? [];
    const end = hash === undefined ? -1 : lines.indexOf('}', at);
    if (end < 0) {
      rest.push(lines[at] ?? '');
      continue;
    }
    const own = `${lines.slice(at + 1, end + 1).join('\n')}\n`;
    const key = String(JSON.parse(quoted));
    blocks.push({ key, file, text: own, isByHand: shortHash(own) !== hash });
    // With the blank line behind it: what stands between blocks is somebody's own, and stays as it is.
    at = lines[end + 1] === '' ? end + 1 : end;
  }
  return { blocks, rest: rest.join('\n').trim() };
}

/** With a hash that no text has, a block stays one that was changed by hand. */
function marked({ key, text, isByHand }: Found): string {
  return `${isByHand ? `# tocsin-import ${'0'.repeat(16)} ${JSON.stringify(key)}` : markerOf(key, text)}\n${text}`;
}

function markerOf(key: string, text: string): string {
  return `# tocsin-import ${shortHash(text)} ${JSON.stringify(key)}`;
}

function addressIn(text: string): string {
  const [, adopted] = /^import \{\n {2}to = (\S+)/.exec(text) ?? [];
  if (adopted !== undefined) return `import of ${adopted}`;
  const [, kind, type, name] =
    /^(resource|variable|data) "(\w+)"(?: "([\w-]+)")?/m.exec(text) ?? [];
  if (name === undefined) return `var.${type ?? '?'}`;
  return kind === 'data' ? `data.${type}.${name}` : `${type}.${name}`;
}
