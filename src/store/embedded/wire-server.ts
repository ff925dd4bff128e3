import { createServer, type Server, type Socket } from 'node:net';
import type { BsonWriter } from './bson-writer.ts';
import { dispatch, errorReply } from './commands/dispatch.ts';
import type { Engine } from './engine.ts';
import { CommandError } from './semantics/errors.ts';
import { FrameReader, parseRequest, type Request, sealReply } from './wire.ts';

const lastAnswersMilliseconds = 2000;

/** Serves clients on a unix socket: one command at a time per connection, in the order they came. */
export class WireServer {
  /** `undefined`: what comes waits for one. */
  #engine: Engine | undefined;
  readonly #server: Server;
  /** With what takes the next command of each. */
  readonly #sockets = new Map<Socket, () => void>();
  readonly #whenQuiet: (() => void)[] = [];
  #lastConnectionId = 0;
  #running = 0;
  #closing = false;

  constructor() {
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

  /** Answers from now on. */
  resume(engine: Engine): void {
    this.#engine = engine;
    for (const next of this.#sockets.values()) next();
  }

  /** Answers what has been begun; what comes waits, so that clients notice nothing but the time. */
  async pause(): Promise<void> {
    this.#engine = undefined;
    if (this.#running > 0) await new Promise<void>((resolve) => this.#whenQuiet.push(resolve));
  }

  /** Answers what has been begun, takes nothing more, and hangs up. */
  async close(): Promise<void> {
    this.#closing = true;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    if (this.#running > 0) await new Promise<void>((resolve) => this.#whenQuiet.push(resolve));
    for (const socket of this.#sockets.keys()) socket.destroySoon();
    // A client that does not read its last answer must not keep the folder open.
    const impatience = setTimeout(() => {
      for (const socket of this.#sockets.keys()) socket.destroy();
    }, lastAnswersMilliseconds);
    await closed;
    clearTimeout(impatience);
  }

  #serve(socket: Socket): void {
    const connectionId = ++this.#lastConnectionId;
    const reader = new FrameReader();
    const waiting: Buffer[] = [];
    let busy = false;
    const next = () => {
      while (!busy && !this.#closing) {
        const engine = this.#engine;
        if (engine === undefined) return;
        const frame = waiting.shift();
        if (frame === undefined || socket.destroyed) return;
        busy = true;
        this.#running++;
        this.#handle(engine, frame, connectionId, socket, () => {
          busy = false;
          if (--this.#running === 0) for (const resolve of this.#whenQuiet.splice(0)) resolve();
          next();
        });
      }
    };
    this.#sockets.set(socket, next);
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

  #handle(
    engine: Engine,
    frame: Buffer,
    connectionId: number,
    socket: Socket,
    finished: () => void,
  ): void {
    let request: Request;
    try {
      request = parseRequest(frame);
    } catch (error) {
      if (error instanceof CommandError && error.codeName === 'ProtocolError') {
        socket.destroy();
        finished();
        return;
      }
      const refused = { requestId: frame.readInt32LE(4), legacy: false, silent: false };
      socket.write(sealReply(errorReply(error), { ...refused, body: frame, sequences: undefined }));
      finished();
      return;
    }
    dispatch(engine, request, connectionId, (reply: BsonWriter) => {
      if (!request.silent && !socket.destroyed) socket.write(sealReply(reply, request));
      finished();
    });
  }
}
