import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { tocsinProvider } from '../../../cdktf-provider/provider.ts';
import type { Api } from '../../../cdktf-provider/rest/resource.ts';
import { createPluginCertificate } from '../../../cdktf-provider/runtime/certificate.ts';
import type { Diagnostic } from '../../../cdktf-provider/runtime/diagnostics.ts';
import type { ValueObject } from '../../../cdktf-provider/runtime/value.ts';

/** Authorities of their own, which nobody knows. */
const ofServer = createPluginCertificate();
const ofClient = createPluginCertificate();
const seen: { headers: http.IncomingHttpHeaders; body: string }[] = [];
const tunnels: string[] = [];

const answer: http.RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    seen.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
    const isMe = request.url?.endsWith('/auth/me') === true;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(isMe ? '{}' : JSON.stringify({ id: request.url }));
  });
};
const identity = { cert: ofServer.certificatePem, key: ofServer.keyPem };
const plain = http.createServer(answer);
const open = https.createServer(identity, answer);
const asking = https.createServer(
  { ...identity, requestCert: true, ca: [ofClient.certificatePem], rejectUnauthorized: true },
  answer,
);
const proxy = http.createServer((request, response) => {
  tunnels.push(String(request.url));
  const target = new URL(String(request.url));
  request.pipe(
    http.request(target, { method: request.method ?? 'GET', headers: request.headers }, (given) => {
      response.writeHead(given.statusCode ?? 0, given.headers);
      given.pipe(response);
    }),
  );
});
proxy.on('connect', (request, socket) => {
  tunnels.push(String(request.url));
  const onwards = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    onwards.pipe(socket);
    socket.pipe(onwards);
  });
  onwards.on('error', () => socket.destroy());
  socket.on('error', () => onwards.destroy());
});
const servers = [plain, open, asking, proxy];
const portOf = (server: http.Server) => (server.address() as AddressInfo).port;
let directory: string;

beforeAll(async () => {
  for (const server of servers)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  directory = await mkdtemp(join(tmpdir(), 'tocsin-network-'));
  await writeFile(join(directory, 'ca.pem'), ofServer.certificatePem);
  await writeFile(join(directory, 'key.pem'), ofClient.keyPem);
});
beforeEach(() => {
  seen.length = 0;
  tunnels.length = 0;
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await rm(directory, { recursive: true, force: true });
});

const configured = (endpoint: string, config: ValueObject, env: NodeJS.ProcessEnv = {}) =>
  tocsinProvider().configure(
    { endpoint, api_key: 'key', ...config },
    { signal: new AbortController().signal, log: () => {}, env },
  ) as Promise<Api>;
const ask = async (server: http.Server, config: ValueObject, env: NodeJS.ProcessEnv = {}) => {
  const scheme = server === plain || server === proxy ? 'http' : 'https';
  const { client } = await configured(`${scheme}://localhost:${portOf(server)}`, config, env);
  return client.send({
    method: 'POST',
    path: '/team',
    body: { displayName: 'Ä' },
    idempotencyKey: 'k',
  });
};
const refusedAt = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    (error: { diagnostics: Diagnostic[] }) => error.diagnostics.map(({ path }) => path),
  );

test('an authority is known by the argument, as PEM or path, by its variable, or by SSL_CERT_FILE', async () => {
  await expect(ask(open, {})).rejects.toThrow(/ca_cert, or by SSL_CERT_FILE/);
  const path = join(directory, 'ca.pem');
  await ask(open, { ca_cert: ofServer.certificatePem });
  await ask(open, { ca_cert: path });
  await ask(open, {}, { TOCSIN_CA_CERT: path });
  await ask(open, {}, { SSL_CERT_FILE: path });
  const posts = seen.filter(({ body }) => body !== '');
  expect(posts).toHaveLength(4);
  for (const { headers, body } of posts) {
    expect(JSON.parse(body)).toEqual({ displayName: 'Ä' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-authorization': 'key',
      'idempotency-key': 'k',
    });
  }
});

test('a server that asks who connects gets the certificate of the client', async () => {
  const known = { ca_cert: ofServer.certificatePem };
  await expect(ask(asking, known)).rejects.toThrow();
  expect(seen).toEqual([]);
  await ask(asking, {
    ...known,
    client_cert: ofClient.certificatePem,
    client_key: join(directory, 'key.pem'),
  });
  expect(seen.filter(({ body }) => body !== '')).toHaveLength(1);
});

test('requests go through the proxy of the environment, except to what it excepts', async () => {
  const at = `http://127.0.0.1:${portOf(proxy)}`;
  const known = { ca_cert: ofServer.certificatePem };
  for (const name of ['HTTPS_PROXY', 'https_proxy']) {
    await ask(open, known, { [name]: at });
    expect(new Set(tunnels.splice(0)), name).toEqual(new Set([`localhost:${portOf(open)}`]));
  }
  await ask(plain, {}, { HTTP_PROXY: at });
  expect(tunnels.splice(0).at(-1)).toBe(`http://localhost:${portOf(plain)}/api/public/v1/team`);
  await ask(open, known, { HTTPS_PROXY: at, NO_PROXY: 'localhost' });
  expect(tunnels).toEqual([]);
});

test('further headers are sent, and never instead of the key', async () => {
  await ask(plain, { http_headers: { 'CF-Access-Client-Id': 'me', 'X-Authorization': 'other' } });
  for (const { headers } of seen)
    expect(headers).toMatchObject({ 'cf-access-client-id': 'me', 'x-authorization': 'key' });
});

test('what is no certificate, or half of one, is said at its argument', async () => {
  const at = 'https://localhost';
  expect(await refusedAt(configured(at, { ca_cert: '/no/such/file' }))).toEqual([['ca_cert']]);
  expect(await refusedAt(configured(at, { client_cert: 'x'.repeat(3) }))).toEqual([
    ['client_cert'],
  ]);
  expect(await refusedAt(configured(at, { client_cert: ofClient.certificatePem }))).toEqual([
    ['client_key'],
  ]);
  const broken = '-----BEGIN CERTIFICATE-----\nbroken\n-----END CERTIFICATE-----\n';
  await expect(
    configured(at, { ca_cert: broken, client_cert: broken, client_key: broken }),
  ).rejects.toThrow(/A certificate cannot be used/);
});
