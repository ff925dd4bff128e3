import type { pino } from 'pino';

/**
 * A log that is quiet about what has been said: a line about an error of which `isKnown` is true goes to level `debug`.
 * While a disk is full, each request and each task meets it, and one line is what an operator needs.
 */
export function saidOnce<Levels extends string>(
  log: pino.Logger<Levels>,
  isKnown: (error: unknown) => boolean,
): pino.Logger<Levels> {
  const quieter: pino.Logger<Levels> = Object.create(log);
  for (const level of ['error', 'warn'] as const) {
    quieter[level] = (about: unknown, ...rest: unknown[]) => {
      const isSaid = isKnown(errorOf(about));
      log[isSaid ? 'debug' : level](about, ...(rest as [string?, ...unknown[]]));
    };
  }
  const child = (...args: Parameters<typeof log.child>) => saidOnce(log.child(...args), isKnown);
  return Object.assign(quieter, { child });
}

function errorOf(about: unknown): unknown {
  return typeof about === 'object' && about !== null && 'err' in about ? about.err : about;
}
