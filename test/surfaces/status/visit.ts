import { request } from 'node:http';
import type { TestApp } from '../../support/app.ts';

export interface Visited {
  status: number;
  headers: Record<string, string>;
  text: string;
  bytes: Buffer;
}

export interface VisitOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Fields of a form. */
  form?: Record<string, string>;
}

/** As a browser asks, with any host; `fetch` sends its own. */
export function visit(server: TestApp, path: string, options: VisitOptions = {}): Promise<Visited> {
  const { form } = options;
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...options.headers,
  };
  const method = options.method ?? (body === undefined ? 'GET' : 'POST');
  return new Promise((resolve, reject) => {
    const asked = request(`${server.app.url}${path}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          ),
          text: bytes.toString('utf8'),
          bytes,
        });
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
