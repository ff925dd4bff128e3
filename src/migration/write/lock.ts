import { isObject } from '../../kernel/index.ts';

/** Terraform addresses by the keys of what was imported: a known key keeps its address whatever it is called today. */
export type Lock = ReadonlyMap<string, string>;

export const lockFile = 'tocsin-import.lock.json';

export function lockText(lock: Lock): string {
  const addresses = Object.fromEntries([...lock].sort(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify({ format: 'tocsin-import-lock/1', addresses }, null, 2)}\n`;
}

/** Null: there is none yet. Throws with what is wrong: without addresses, everything would be made a second time. */
export function readLock(text: string | null): Lock {
  if (text === null) return new Map();
  const parsed: unknown = JSON.parse(text);
  if (!isObject(parsed) || parsed.format !== 'tocsin-import-lock/1' || !isObject(parsed.addresses))
    throw new Error(
      `${lockFile} is not as this command writes it. Restore it: it keeps addresses.`,
    );
  return new Map(
    Object.entries(parsed.addresses).map(([key, address]) => {
      if (typeof address !== 'string' || !/^tocsin_\w+\.[\w-]+$/.test(address))
        throw new Error(`${lockFile} has no Terraform address for ${key}.`);
      return [key, address];
    }),
  );
}

/** Files of a folder that an import reads before it writes: Terraform's, and its own lock. */
export function isOwnFile(name: string): boolean {
  return name.endsWith('.tf') || name === lockFile;
}
