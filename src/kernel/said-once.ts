import type { Log } from './log.ts';

/**
 * A log that is quiet about what has been said: a line about an error of which `isKnown` is true goes to level `debug`. While
 * a disk is full, each request and each task meets it, and one line is what an operator needs.
 */
export function saidOnce(log: Log, isKnown: (error: unknown) => boolean): Log {
  const quieter: Log = Object.create(log);
  for (const level of ['error', 'warn'] as const) {
    quieter[level] = (about: unknown, ...rest: unknown[]) => {
      const isSaid = isKnown(errorOf(about));
      log[isSaid ? 'debug' : level](about, ...(rest as [string?, ...unknown[]]));
    };
  }
  const child = (...args: Parameters<Log['child']>) =>
    saidOnce(log.child(...args) as unknown as Log, isKnown);
  return Object.assign(quieter, { child });
}

function errorOf(about: unknown): unknown {
  return typeof about === 'object' && about !== null && 'err' in about ? about.err : about;
}
