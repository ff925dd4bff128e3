import { inject } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { makeOrganization } from './keys.ts';

let running: Promise<TestApp> | undefined;

/**
 * The app of this worker, with an organization that nobody has used and a key that is allowed everything in it.
 * Starting one takes most of a second; files that move the clock, stop the app, need a setting or look at all that is
 * stored start their own.
 */
export async function sharedTestApp(): Promise<TestApp> {
  running ??= startTestApp({ inFolder: inject('sharedFolder') });
  const shared = await running;
  const { id, key, api } = await makeOrganization(shared);
  // The files of a worker run one after another.
  shared.log.length = 0;
  return {
    ...shared,
    app: { ...shared.app, stop: () => refuse('stop') },
    clock: {
      ...shared.clock,
      set: () => refuse('set the clock of'),
      advance: () => refuse('move the clock of'),
      jump: () => refuse('move the clock of'),
    },
    organizationId: id,
    key,
    api,
    stop: () => refuse('stop'),
  };
}

function refuse(what: string): never {
  throw new Error(`Other files share this app: to ${what} one, start it with startTestApp.`);
}
