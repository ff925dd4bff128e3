import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { newDataFolder } from './data-folder.ts';
import { dropDatabase } from './test-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    sharedFolder: string;
  }
}

/**
 * Makes the folder for the data of apps that workers keep until their end, which no worker lives to see; removes it
 * after the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newDataFolder('tocsin-tests-');
  project.provide('sharedFolder', folder);
  return async () => {
    for (const name of await readdir(folder)) await dropDatabase(join(folder, name));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
