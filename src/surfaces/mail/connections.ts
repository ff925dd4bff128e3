import { isIPv6, type Socket } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { networkOf } from '../../accounts/index.ts';
import { connectionSecondsMax, connectionsMax, connectionsPerAddressMax } from './limits.ts';

type Peer = Pick<SMTPServerSession, 'remoteAddress' | 'remotePort'>;

/**
 * The connections there are: counted by address, and ended when they last too long. Where all are taken, a new one ends
 * the oldest of the address that has the most, so a few addresses cannot keep all others out.
 */
export class Connections {
  /** By address, the oldest first; without those beyond its limit, and those that make room. */
  readonly #bySender = new Map<string, Set<Socket>>();
  /** Connections beyond the limit of their address. */
  readonly #beyond = new Set<string>();
  readonly #sockets = new Map<string, Socket>();

  watch(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const peer = peerOf({ remoteAddress: address, remotePort: socket.remotePort ?? 0 });
    const sender = senderOf(address);
    const own = this.#bySender.get(sender) ?? new Set();
    this.#bySender.set(sender, own);
    this.#sockets.set(peer, socket);
    if (own.size >= connectionsPerAddressMax) this.#beyond.add(peer);
    else {
      own.add(socket);
      if (this.#sockets.size - this.#beyond.size > connectionsMax) this.#endOldest();
    }
    const end = setTimeout(() => socket.destroy(), connectionSecondsMax * 1000);
    end.unref();
    socket.once('close', () => {
      clearTimeout(end);
      this.#beyond.delete(peer);
      this.#sockets.delete(peer);
      // Not `own`: one beyond the limit may outlive all of that and see others come.
      const present = this.#bySender.get(sender);
      present?.delete(socket);
      if (present?.size === 0) this.#bySender.delete(sender);
    });
  }

  /** Whether its address has more connections than it may have. */
  isBeyond(session: Peer): boolean {
    return this.#beyond.has(peerOf(session));
  }

  /** Ends it after the answer that is about to be sent. */
  endAfterAnswer(session: Peer): void {
    const socket = this.#sockets.get(peerOf(session));
    setImmediate(() => socket?.end());
  }

  /** The oldest of the address that has the most. */
  #endOldest(): void {
    let most = new Set<Socket>();
    for (const sockets of this.#bySender.values()) if (sockets.size > most.size) most = sockets;
    const [oldest] = most;
    if (!oldest) return;
    most.delete(oldest);
    oldest.destroy();
  }
}

function peerOf({ remoteAddress, remotePort }: Peer): string {
  return `${plainAddress(remoteAddress)} ${remotePort}`;
}

/** One host may have any number of IPv6 addresses: its network counts. */
function senderOf(address: string): string {
  return isIPv6(address) ? networkOf(address) : address;
}

/** Without the IPv6 spelling of IPv4 addresses. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
