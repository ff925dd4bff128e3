import { isIPv6, type Socket } from 'node:net';
import type { SMTPServerSession } from 'smtp-server';
import { networkOf } from '../../accounts/index.ts';
import { connectionSecondsMax, connectionsPerAddressMax } from './limits.ts';

type Peer = Pick<SMTPServerSession, 'remoteAddress' | 'remotePort'>;

/** The connections there are: counted by address, and ended when they last too long. */
export class Connections {
  readonly #counts = new Map<string, number>();
  /** Connections beyond the limit of their address. */
  readonly #beyond = new Set<string>();
  readonly #sockets = new Map<string, Socket>();

  watch(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const peer = peerOf({ remoteAddress: address, remotePort: socket.remotePort ?? 0 });
    const sender = senderOf(address);
    const count = (this.#counts.get(sender) ?? 0) + 1;
    this.#counts.set(sender, count);
    if (count > connectionsPerAddressMax) this.#beyond.add(peer);
    this.#sockets.set(peer, socket);
    const end = setTimeout(() => socket.destroy(), connectionSecondsMax * 1000);
    end.unref();
    socket.once('close', () => {
      clearTimeout(end);
      this.#beyond.delete(peer);
      this.#sockets.delete(peer);
      const left = (this.#counts.get(sender) ?? 1) - 1;
      if (left > 0) this.#counts.set(sender, left);
      else this.#counts.delete(sender);
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
