/** A code host that keeps the comments on one change, for GitHub's and GitLab's requests alike. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CodeHost {
  readonly origin: string;
  comments: { id: number; body: string }[];
  /** Method, address and credential of each request. */
  readonly asked: string[];
  stop(): void;
}

/** Refuses the token `wrong`. */
export async function startCodeHost(): Promise<CodeHost> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    asked.push(`${method} ${url} ${headers.authorization ?? headers['private-token']}`);
    let text = '';
    for await (const chunk of request) text += chunk;
    const { pathname, searchParams } = new URL(url, 'http://host');
    if (headers.authorization === 'Bearer wrong') return void response.writeHead(403).end('{}');
    if (method === 'GET') {
      const page = Number(searchParams.get('page'));
      return void response.end(JSON.stringify(host.comments.slice((page - 1) * 100, page * 100)));
    }
    const { body } = JSON.parse(text) as { body: string };
    const id = Number(pathname.split('/').at(-1));
    if (method === 'POST') host.comments.push({ id: host.comments.length + 1, body });
    else host.comments = host.comments.map((one) => (one.id === id ? { id, body } : one));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // as: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const host: CodeHost = {
    origin: `http://127.0.0.1:${port}`,
    comments: [],
    asked,
    stop: () => void server.close(),
  };
  return host;
}
