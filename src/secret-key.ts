import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Whether the data folder has a key already, so that this is no first start. */
export function hasSecretKey(dataDir: string): boolean {
  return existsSync(keyFile(dataDir));
}

export const keyFile = (dataDir: string) => join(dataDir, 'secret.key');

/**
 * The key that seals stored secrets: the configured one, or the one in `secret.key` of the data folder,
 * made at the first start and readable by its owner only. Lose it and sealed secrets are lost.
 */
export async function loadSecretKey(
  configured: Buffer | undefined,
  dataDir: string,
): Promise<Buffer> {
  if (configured) return configured;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = keyFile(dataDir);
  const fresh = randomBytes(32);
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.writeFile(`${fresh.toString('hex')}\n`);
    await handle.sync();
    await handle.close();
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = await readKeyFile(file);
  if (!key) throw new Error(`${file} was there and is gone.`);
  return key;
}

/** Null where there is no such file. */
export async function readKeyFile(file: string): Promise<Buffer | null> {
  if (!existsSync(file)) return null;
  const text = (await readFile(file, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error(`${file} must contain 64 hexadecimal digits; restore it from a backup.`);
  return Buffer.from(text, 'hex');
}

/** The whole file or none of it, whenever this ends, and readable by its owner only. */
export async function writeKeyFile(file: string, key: Buffer): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${key.toString('hex')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await moveKeyFile(draft, file);
}

/** Puts a file in the place of another for good. */
export async function moveKeyFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  const folder = await open(dirname(to), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
