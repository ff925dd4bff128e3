import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Connections } from '../../../src/surfaces/mail/connections.ts';
import { connectionsMax, connectionsPerAddressMax } from '../../../src/surfaces/mail/limits.ts';

/** So many connections, each from the address that `addressOf` gives, one after the other. */
function connect(count: number, addressOf: (n: number) => string) {
  const connections = new Connections();
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress: addressOf(n),
      remotePort: 10_000 + n,
      destroyed: false,
      destroy() {
        socket.destroyed = true;
        setImmediate(() => socket.emit('close'));
      },
    });
    return socket;
  });
  // as: nothing else of a socket is asked for.
  for (const socket of sockets) connections.watch(socket as unknown as Socket);
  return { connections, sockets };
}

/** How many of them are beyond the limit of their address. */
function beyond(count: number, addressOf: (n: number) => string): number {
  const { connections, sockets } = connect(count, addressOf);
  const found = sockets.filter((socket) => connections.isBeyond(socket)).length;
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

it('one beyond the limit that closes after all others of its address were replaced frees no further place', () => {
  const connections = new Connections();
  let port = 10_000;
  const connectOne = () => {
    port += 1;
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress: '192.0.2.1',
      remotePort: port,
    });
    // as: nothing else of a socket is asked for.
    connections.watch(socket as unknown as Socket);
    return socket;
  };
  const first = Array.from({ length: connectionsPerAddressMax }, connectOne);
  const late = connectOne();
  for (const socket of first) socket.emit('close');
  const second = Array.from({ length: connectionsPerAddressMax }, connectOne);
  late.emit('close');
  const one = connectOne();
  expect(connections.isBeyond(one)).toBe(true);
  for (const socket of [...second, one]) socket.emit('close');
});

it('where all are taken, each address has its share, however many the others want', () => {
  // Fifteen that come, and ten that were there.
  const share = Math.floor(connectionsMax / 25);
  const addresses = fc.array(fc.integer({ min: 0, max: 14 }), {
    minLength: connectionsMax,
    maxLength: 2 * connectionsMax,
  });
  fc.assert(
    fc.property(addresses, (senders) => {
      // Ten that take all they may, and then whoever comes.
      const all = Array.from({ length: connectionsMax }, (_, n) => 100 + (n % 10)).concat(senders);
      const { connections, sockets } = connect(all.length, (n) => `192.0.2.${all[n]}`);
      const left = sockets.filter((one) => !one.destroyed && !connections.isBeyond(one));
      expect(left).toHaveLength(connectionsMax);
      const kept = Map.groupBy(left, ({ remoteAddress }) => remoteAddress);
      const asked = Map.groupBy(senders, (n) => `192.0.2.${n}`);
      for (const [address, { length }] of asked)
        expect(kept.get(address)?.length).toBeGreaterThanOrEqual(Math.min(length, share));
      for (const socket of sockets) socket.emit('close');
    }),
    { numRuns: 50 },
  );
});
