import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from '../src/kernel/index.ts';
import { createRunning, type Part } from '../src/running.ts';

describe('parts of a server', () => {
  it('are stopped in the reverse of the order in which they were started', async () => {
    const { running, said, part } = recorder();
    for (const name of ['store', 'jobs', 'requests']) await running.start(name, part(name));
    await running.stop();
    expect(said).toEqual([
      ...['store', 'jobs', 'requests'].map((name) => `start ${name}`),
      ...['requests', 'jobs', 'store'].map((name) => `stop ${name}`),
    ]);
  });

  it('a part is stopped when the one after it has ended, not before', async () => {
    const { running, said, part } = recorder();
    const { promise, resolve } = Promise.withResolvers<void>();
    await running.start('store', part('store'));
    await running.start('jobs', { stop: () => promise });
    const stopped = running.stop();
    expect(said).toEqual(['start store']);
    resolve();
    await stopped;
    expect(said).toEqual(['start store', 'stop store']);
  });

  it('a part that fails to start says so, and only those before it are stopped', async () => {
    const { running, said, part } = recorder();
    await running.start('store', part('store'));
    await running.start('jobs', part('jobs'));
    const failing: Part = {
      ...part('requests'),
      start: () => Promise.reject(new Error('no port')),
    };
    await expect(running.start('requests', failing)).rejects.toThrow('no port');
    await running.stop();
    expect(said).toEqual(['start store', 'start jobs', 'stop jobs', 'stop store']);
  });

  it('a part that fails to stop is named in the log, and keeps none of the others running', async () => {
    const { running, said, part, lines } = recorder();
    await running.start('store', part('store'));
    await running.start('jobs', { stop: () => Promise.reject(new Error('stuck')) });
    await running.start('requests', part('requests'));
    await expect(running.stop()).rejects.toThrow('stuck');
    expect(said.slice(2)).toEqual(['stop requests', 'stop store']);
    expect(lines).toMatchObject([{ part: 'jobs', err: { message: 'stuck' } }]);
  });

  it('are stopped once, and whoever asks meanwhile or later waits for the same end', async () => {
    const { running, said, part } = recorder();
    await running.start('store', part('store'));
    const first = running.stop();
    await Promise.all([first, running.stop()]);
    await running.stop();
    expect(said).toEqual(['start store', 'stop store']);
  });
});

function recorder() {
  const said: string[] = [];
  const lines: unknown[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const part = (name: string): Part => ({
    start: () => void said.push(`start ${name}`),
    stop: () => void said.push(`stop ${name}`),
  });
  return { running: createRunning(createLog('warn', sink)), said, lines, part };
}
