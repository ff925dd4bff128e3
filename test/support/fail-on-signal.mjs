// Loaded before the server by tests of how it ends: breaks it from outside, as a bug in it would.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('SIGUSR2', () => {
    throw new Error('thrown by a timer');
  });
  process.on('SIGHUP', () => {
    void Promise.reject(new Error('rejected in passing'));
  });
}
