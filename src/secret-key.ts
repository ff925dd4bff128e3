import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  const file = join(dataDir, 'secret.key');
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
  const text = (await readFile(file, 'utf8')).trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error(`${file} does not hold 64 hexadecimal digits.`);
  return Buffer.from(text, 'hex');
}
