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
  };
  const place = (file: string, text: string) => {
    const before = merged.files.get(file);
    merged.files.set(file, before === undefined ? text : `${before}\n${text}`);
  };
  for (const block of wanted) placeBlock(block, found.get(block.key), merged, place);
  const keys = new Set(wanted.map(({ key }) => key));
  for (const block of found.values()) {
    if (keys.has(block.key)) continue;
    const address = addressIn(block.text);
    if (block.isByHand) merged.handEdited.push({ address, file: block.file, wanted: null });
    else if (!isWhole) merged.unsure.push(address);
    else merged.removed.push(address);
    if (block.isByHand || !isWhole) place(block.file, marked(block));
  }
  for (const { file, rest } of read) if (rest !== '') place(file, `${rest}\n`);
  merged.removed.sort();
  merged.unsure.sort();
  for (const { file } of read) if (!merged.files.has(file)) merged.files.set(file, '');
  return merged;
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
  const lines = text.split('\n');
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
    at = end;
  }
  return {
    blocks,
    rest: rest
      .join('\n')
      .trim()
      .replaceAll(/\n{3,}/g, '\n\n'),
  };
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
  const [, resource, name] = /^(?:resource|variable) "(\w+)"(?: "([\w-]+)")?/m.exec(text) ?? [];
  return name === undefined ? `var.${resource ?? '?'}` : `${resource}.${name}`;
}
