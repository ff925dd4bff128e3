import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLog, saidOnce } from '../../src/kernel/index.ts';

it('what is known goes to debug, also of a child, and everything else stays where it is', () => {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const known = new Error('known');
  const log = saidOnce(createLog('debug', destination), (error) => error === known);
  log.error({ err: known }, 'a');
  log.warn({ err: known }, 'b');
  log.error({ err: new Error('other') }, 'c');
  log.child({ requestId: 'r' }).error({ err: known }, 'd');
  log.child({ requestId: 'r' }).error('e');
  expect(lines.map(({ level, msg, requestId }) => [level, msg, requestId])).toEqual([
    ['debug', 'a', undefined],
    ['debug', 'b', undefined],
    ['error', 'c', undefined],
    ['debug', 'd', 'r'],
    ['error', 'e', 'r'],
  ]);
});
