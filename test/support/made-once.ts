import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';

/**
 * The folder, made where it is not there yet: beside its place, and put there as a whole. Others may make it or look
 * for it at the same time, and one that is stopped leaves no half of it.
 */
export async function madeOnce(
  folder: string,
  make: (beside: string) => Promise<unknown>,
): Promise<string> {
  if (existsSync(folder)) return folder;
  const beside = await mkdtemp(`${folder}-`);
  try {
    await make(beside);
    await rename(beside, folder);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    // Somebody else was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
