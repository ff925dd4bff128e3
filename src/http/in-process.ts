import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A request that another surface of this server makes for its caller. */
export interface InnerRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
  /** Address of the client whose request this one serves. */
  address: string;
  through: Through;
}

/** The surface that a request came through, and what in it. No client can claim it: it is no header. */
export interface Through {
  surface: 'mcp';
  tool: string;
  /** The name that the program gave itself. */
  client?: string | undefined;
}

export interface InnerAnswer {
  status: number;
  contentType: string;
  body: Buffer;
}

export type AskInProcess = (request: InnerRequest) => Promise<InnerAnswer>;

const ways = new WeakMap<IncomingMessage, Through>();

/** Undefined for a request that came from outside. */
export function throughOf(req: IncomingMessage): Through | undefined {
  return ways.get(req);
}

/**
 * Asks the routers of this server without a connection, so that whoever comes through another surface meets the same
 * authentication, limits, validation and handlers.
 */
export function createInProcess(listener: RequestListener): AskInProcess {
  return async ({ method, url, headers, body, address, through }) => {
    const socket = new Receiver();
    Object.defineProperty(socket, 'remoteAddress', { value: address });
    const req = new IncomingMessage(socket);
    Object.assign(req, {
      method,
      url,
      httpVersion: '1.1',
      httpVersionMajor: 1,
      httpVersionMinor: 1,
    });
    req.headers = body ? { ...headers, 'content-length': String(body.length) } : { ...headers };
    // Else its end would count as a connection that broke.
    req.complete = true;
    ways.set(req, through);
    req.push(body ?? null);
    if (body) req.push(null);
    const res = new ServerResponse(req);
    // So that what the receiver has after the headers is the body as it is.
    res.useChunkedEncodingByDefault = false;
    res.assignSocket(socket);
    await new Promise<void>((resolve, reject) => {
      res.once('finish', resolve);
      res.once('error', reject);
      socket.once('close', () =>
        reject(new Error(`${method} ${url} was not answered to its end.`)),
      );
      listener(req, res);
    });
    res.detachSocket(socket);
    res.emit('close');
    socket.destroy();
    return {
      status: res.statusCode,
      contentType: String(res.getHeader('content-type') ?? ''),
      body: socket.body(),
    };
  };
}

/** Takes what would go to a client. */
class Receiver extends Socket {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(Buffer.from(chunk));
    done();
  }

  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: () => void,
  ): void {
    for (const { chunk, encoding } of chunks)
      this.#chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    done();
  }

  body(): Buffer {
    const all = Buffer.concat(this.#chunks);
    return all.subarray(all.indexOf('\r\n\r\n') + 4);
  }
}
