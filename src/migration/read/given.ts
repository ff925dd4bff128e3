import { checkGiven, createBudget, isZip, type Texts, textOf, unzipped, useOf } from './unpack.ts';

/** A source as it was given: one file, or all of a folder or zip archive that may be meant. */
export interface GivenFiles {
  /** As it was named; for errors. */
  name: string;
  isOne: boolean;
  texts: Texts;
  /** Paths of Terraform's configuration, which is not read. */
  configuration: readonly string[];
  /** When the newest of them was written. */
  writtenAt: Date;
}

/** A file of a folder, of which nothing is read unless it may be meant. */
export interface FolderEntry {
  /** From the folder on, with `/` between its parts. */
  path: string;
  open(): Promise<{ size: number; writtenAt: Date; bytes(): Promise<Uint8Array> }>;
}

/** One file, or what is in the archive that it is. */
export function fileGiven(name: string, bytes: Uint8Array, writtenAt: Date): GivenFiles {
  checkGiven(name, bytes.byteLength);
  if (isZip(bytes)) return { name, isOne: false, ...unzipped(name, bytes), writtenAt };
  const path = name.split(/[\\/]/).at(-1) ?? name;
  if (useOf(path) === 'configuration')
    return { name, isOne: true, texts: new Map(), configuration: [path], writtenAt };
  const texts = new Map([[path, textOf(name, bytes)]]);
  return { name, isOne: true, texts, configuration: [], writtenAt };
}

export async function folderGiven(
  name: string,
  entries: readonly FolderEntry[],
): Promise<GivenFiles> {
  const budget = createBudget(name);
  const texts = new Map<string, string>();
  const configuration: string[] = [];
  let newest = new Date(0);
  for (const { path, open } of entries) {
    const use = useOf(path);
    if (use === 'configuration') configuration.push(path);
    if (use !== 'read') continue;
    const { size, writtenAt, bytes } = await open();
    budget.take(size);
    if (writtenAt > newest) newest = writtenAt;
    texts.set(path, textOf(`${name}/${path}`, await bytes()));
  }
  return { name, isOne: false, texts, configuration, writtenAt: newest };
}
