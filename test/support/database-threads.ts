import { DatabaseThread } from '../../src/store/index.ts';

/** Threads of this worker that serve no folder now. A started one has its code compiled, which takes half a second. */
const idle: DatabaseThread[] = [];

/** For an app that gives it back with `keepDatabaseThread` once it has stopped. */
export function takeDatabaseThread(): DatabaseThread {
  for (let thread = idle.pop(); thread; thread = idle.pop()) if (!thread.isLost) return thread;
  return new DatabaseThread();
}

export function keepDatabaseThread(thread: DatabaseThread): void {
  idle.push(thread);
}

/** Of a program that ends by itself once nothing is left to do: those that are kept would have it wait for ever. */
export async function endDatabaseThreads(): Promise<void> {
  for (const thread of idle.splice(0)) await thread.end();
}
