import { createServer, type Server, type Socket } from 'node:net';
import type { BsonWriter } from './bson-writer.ts';
import { dispatch, errorReply } from './commands/dispatch.ts';
import type { Engine } from './engine.ts';
import { CommandError } from './semantics/errors.ts';
import { FrameReader, parseRequest, type Request, sealReply } from './wire.ts';

/** Serves clients on a unix socket: one command at a time per connection, in the order they came. */
export class WireServer {
  readonly #engine: Engine;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #lastConnectionId = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    const connectionId = ++this.#lastConnectionId;
    const reader = new FrameReader();
    const waiting: Buffer[] = [];
    let busy = false;
    const next = () => {
      while (!busy) {
        const frame = waiting.shift();
        if (frame === undefined || socket.destroyed) return;
        busy = true;
        this.#handle(frame, connectionId, socket, () => {
          busy = false;
          next();
        });
      }
    };
    socket.on('data', (piece: Buffer) => {
      try {
        waiting.push(...reader.push(piece));
      } catch {
        // The stream cannot be read from here on: there is no telling where the next message begins.
        socket.destroy();
        return;
      }
      next();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #handle(frame: Buffer, connectionId: number, socket: Socket, finished: () => void): void {
    let request: Request;
    try {
      request = parseRequest(frame);
    } catch (error) {
      if (error instanceof CommandError && error.codeName === 'ProtocolError') {
        socket.destroy();
        return;
      }
      const refused = { requestId: frame.readInt32LE(4), legacy: false, silent: false };
      socket.write(sealReply(errorReply(error), { ...refused, body: frame, sequences: undefined }));
      finished();
      return;
    }
    dispatch(this.#engine, request, connectionId, (reply: BsonWriter) => {
      if (!request.silent && !socket.destroyed) socket.write(sealReply(reply, request));
      finished();
    });
  }
}
