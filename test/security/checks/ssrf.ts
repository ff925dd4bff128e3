import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SchemaMember } from '../schema-members.ts';

/** Whether somebody may choose an address by this member. */
export function isAddress({ name, schema, isReadOnly }: SchemaMember): boolean {
  if (isReadOnly || schema.type !== 'string') return false;
  return (
    /(?:url|uri|host|endpoint|issuer|href|link)s?$/i.test(name) ||
    /^ur[il]$/.test(schema.format ?? '') ||
    /https?/.test(`${schema.pattern} ${schema.example}`)
  );
}

/** A port on loopback that nothing may ever connect to; it counts who does. */
export interface Trap {
  port: number;
  connections(): number;
  stop(): Promise<void>;
}

export async function setTrap(): Promise<Trap> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    // Whatever was asked: an answer that every tool takes for a failure.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 418 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What an address led to: refused when it was saved, or saved and how often connected to. */
export type Outcome = 'refused' | { connections: number };

/**
 * Nothing may be connected to; and where an operator allows it, everything that was saved must be, or the trap caught
 * nothing.
 */
export function complaintAboutTrap(
  what: string,
  { strict, allowing }: { strict: Outcome; allowing: Outcome },
): string | null {
  if (strict !== 'refused' && strict.connections > 0)
    return `${what} led to loopback ${strict.connections} times`;
  if (allowing !== 'refused' && allowing.connections === 0)
    return `${what} was never asked, so that this shows nothing`;
  return null;
}
