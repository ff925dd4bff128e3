/**
 * How requests leave the machine, as company networks have it: authorities of the system beside those of Node, a proxy,
 * a certificate of the client. Node's own `fetch` takes such things for a whole process only, and two configurations of
 * the provider run in one.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { createSecureContext, getCACertificates } from 'node:tls';

export interface NetworkOptions {
  readonly env: NodeJS.ProcessEnv;
  /** PEM, beside the authorities that are trusted anyway. */
  readonly caCert?: string | undefined;
  /** PEM of certificate and key, for servers that ask who connects. */
  readonly clientCert?: string | undefined;
  readonly clientKey?: string | undefined;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Throws where a certificate cannot be read or used. Proxies are those of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`.
 */
export function createFetch(options: NetworkOptions): Fetch {
  const { env, clientCert, clientKey } = options;
  // Proven at once, so that a broken certificate is said where it is configured.
  if (options.caCert !== undefined || clientCert !== undefined) contextOf(options, []);
  const shared = { keepAlive: true, proxyEnv: env };
  const plain = new http.Agent(shared);
  let secure: https.Agent | undefined;
  // Hundreds of authorities are read once, and not at all where the server is not reached by TLS.
  const secureAgent = () => {
    secure ??= new https.Agent({
      ...shared,
      secureContext: contextOf(options, trustedAnyway(env)),
      ...(clientCert === undefined ? {} : { cert: clientCert }),
      ...(clientKey === undefined ? {} : { key: clientKey }),
    });
    return secure;
  };
  return async (url, init) => {
    const isSecure = url.startsWith('https:');
    const { headers, body, method, signal } = await packed(url, init);
    return new Promise((resolve, reject) => {
      const agent = isSecure ? secureAgent() : plain;
      const request = (isSecure ? https : http).request(
        url,
        { agent, method, headers, signal },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.once('error', reject);
          answer.once('end', () => resolve(responseOf(answer, Buffer.concat(chunks))));
        },
      );
      request.once('error', reject);
      request.end(body);
    });
  };
}

function contextOf(
  { caCert, clientCert, clientKey }: NetworkOptions,
  authorities: readonly string[],
): ReturnType<typeof createSecureContext> {
  return createSecureContext({
    ca: [...authorities, ...(caCert === undefined ? [] : [caCert])],
    ...(clientCert === undefined ? {} : { cert: clientCert }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
  });
}

/** Node's, those of the system, and a file that names others, as OpenSSL and programs in Go have it. */
function trustedAnyway(env: NodeJS.ProcessEnv): string[] {
  const file = env.SSL_CERT_FILE;
  return [
    ...getCACertificates('default'),
    ...getCACertificates('system'),
    ...(file ? [readFileSync(file, 'utf8')] : []),
  ];
}

async function packed(url: string, { method = 'GET', headers, body, signal }: RequestInit) {
  // A form is written out here, and says itself what separates its parts.
  const written = new Response(body ?? null);
  const all = new Headers(headers);
  const type = written.headers.get('content-type');
  if (body !== undefined && type !== null && !all.has('content-type'))
    all.set('content-type', type);
  const bytes = Buffer.from(await written.arrayBuffer());
  if (method !== 'GET' && method !== 'HEAD') all.set('content-length', String(bytes.length));
  return {
    url,
    method,
    headers: Object.fromEntries(all),
    body: bytes,
    ...(signal ? { signal } : {}),
  };
}

function responseOf({ statusCode = 0, headers }: http.IncomingMessage, body: Buffer): Response {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) all.set(name, [value].flat().join(', '));
  const isEmpty = body.length === 0;
  return new Response(isEmpty ? null : new Uint8Array(body), { status: statusCode, headers: all });
}
