import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { Connections } from '../../../src/surfaces/mail/connections.ts';
import { connectionsPerAddressMax } from '../../../src/surfaces/mail/limits.ts';

/** How many of so many connections, each from the address that `addressOf` gives, are beyond the limit. */
function beyond(count: number, addressOf: (n: number) => string): number {
  const connections = new Connections();
  const sessions = Array.from({ length: count }, (_, n) => ({
    remoteAddress: addressOf(n),
    remotePort: 10_000 + n,
  }));
  const sockets = sessions.map((session) => Object.assign(new EventEmitter(), session));
  // as: nothing else of a socket is asked for.
  for (const socket of sockets) connections.watch(socket as unknown as Socket);
  const found = sessions.filter((session) => connections.isBeyond(session)).length;
  for (const socket of sockets) socket.emit('close');
  return found;
}

it('addresses of one IPv6 network count together, those of IPv4 each for itself', () => {
  const count = connectionsPerAddressMax + 5;
  expect(beyond(count, (n) => `2001:db8:1:2::${n + 1}`)).toBe(5);
  expect(beyond(count, (n) => `2001:db8:${n + 1}::1`)).toBe(0);
  expect(beyond(count, (n) => `192.0.2.${n + 1}`)).toBe(0);
  expect(beyond(count, () => '::ffff:192.0.2.1')).toBe(5);
});
