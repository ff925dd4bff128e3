import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ScriptedAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** `hang` never answers; `lost`: what is asked is done, and the connection breaks instead of an answer. */
export type NextAnswer = ScriptedAnswer | 'hang' | 'lost';

export interface ScriptedHttp {
  url: string;
  received: ReceivedRequest[];
  /** What the next requests get, one each, instead of the usual answer. */
  answerNext(...answers: NextAnswer[]): void;
  /** What was to be answered and was not asked for. */
  forgetAnswers(): void;
  stop(): Promise<void>;
}

/** An HTTP server that records what it gets, and answers as usual or as told. */
export async function startScriptedHttp(
  usual: (request: ReceivedRequest) => ScriptedAnswer,
): Promise<ScriptedHttp> {
  const received: ReceivedRequest[] = [];
  const script: NextAnswer[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const request = {
      method: req.method ?? '',
      path: req.url ?? '',
      headers: req.headers,
      body: Buffer.concat(chunks),
    };
    received.push(request);
    const next = script.shift();
    if (next === 'hang') return;
    const answer = next === undefined || next === 'lost' ? usual(request) : next;
    if (next === 'lost') return void req.socket.destroy();
    res.writeHead(answer.status, answer.headers ?? {}).end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerNext: (...answers) => void script.push(...answers),
    forgetAnswers: () => {
      script.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
