import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPluginCertificate } from '../../cdktf-provider/runtime/certificate.ts';
import { createOutboundClient, OutboundError } from '../../src/egress/outbound-client.ts';
import { isAllowedTarget } from '../../src/egress/target-addresses.ts';
import { addressList } from '../../src/kernel/index.ts';

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '::',
    '::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2001::1',
    'fe80::1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '5f00::1',
    '3fff::1',
    '100:0:0:1::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'not an address',
    '',
  ])('%s is not public', (address) => {
    expect(isAllowedTarget(address, undefined)).toBe(false);
  });

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00::1'])(
    '%s is public',
    (address) => {
      expect(isAllowedTarget(address, undefined)).toBe(true);
    },
  );

  test('an allow list opens what it names, in whatever spelling, and nothing else', () => {
    const allowed = addressList('10.0.0.0/8, ::1');
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::1', '8.8.8.8'])
      expect(isAllowedTarget(address, allowed), address).toBe(true);
    for (const address of ['192.168.0.1', '127.0.0.1', '64:ff9b::7f00:1'])
      expect(isAllowedTarget(address, allowed), address).toBe(false);
  });

  test('an operator behind NAT64 opens its prefix without opening what is private behind it', () => {
    const allowed = addressList('64:ff9b::/96');
    expect(isAllowedTarget('64:ff9b::8.8.8.8', allowed)).toBe(true);
    expect(isAllowedTarget('64:ff9b::10.0.0.1', allowed)).toBe(false);
  });

  test('no allow list opens the metadata services of clouds', () => {
    const allowed = addressList('0.0.0.0/0, ::/0');
    for (const address of [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      '64:ff9b::169.254.169.254',
      '2002:a9fe:a9fe::1',
      '168.63.129.16',
      '100.100.100.200',
      'fd00:ec2::254',
    ])
      expect(isAllowedTarget(address, allowed), address).toBe(false);
  });
});

describe('requests', () => {
  let server: Server;
  let port: number;
  let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  let respond: (req: IncomingMessage, res: ServerResponse) => void;
  const names = new Map<string, string[]>();
  const client = createOutboundClient({
    allowedPrivateTargets: addressList('127.0.0.1'),
    resolve: async (hostname) => names.get(hostname) ?? [],
  });

  beforeAll(async () => {
    server = createServer(async (req, res) => {
      let body = '';
      for await (const chunk of req) body += chunk;
      asked.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, body });
      respond(req, res);
    });
    port = await listening(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    asked = [];
    names.clear();
    names.set('hooks.example', ['127.0.0.1']);
    names.set('other.example', ['127.0.0.1']);
    respond = (_req, res) => res.end('fine');
  });

  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'answered',
      (error: unknown) => (error instanceof OutboundError ? error.failure : error),
    );

  test('go out with method, headers, body and host name, and bring the answer back', async () => {
    const answer = await client.request(`http://hooks.example:${port}/a?b=c`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Authorization: 'Bearer x' },
      body: 'hello',
    });
    expect(answer).toMatchObject({ status: 200, isTruncated: false });
    expect(answer.body.toString()).toBe('fine');
    expect(asked).toMatchObject([
      {
        method: 'POST',
        url: '/a?b=c',
        body: 'hello',
        headers: { host: `hooks.example:${port}`, authorization: 'Bearer x' },
      },
    ]);
  });

  test('an error status is an answer', async () => {
    respond = (_req, res) => {
      res.statusCode = 503;
      res.end();
    };
    expect(await client.request(`http://hooks.example:${port}/`)).toMatchObject({ status: 503 });
  });

  test.each([
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://127.1',
    'http://[::1]',
    'http://[::ffff:7f00:1]',
    'http://[64:ff9b::7f00:1]',
    'http://169.254.169.254/latest/meta-data',
  ])('%s is blocked before any connection', async (url) => {
    const strict = createOutboundClient();
    expect(await failureOf(strict.request(url))).toBe('blocked');
  });

  test('a name with one private address among public ones is blocked', async () => {
    names.set('mixed.example', ['8.8.8.8', '10.0.0.1']);
    expect(await failureOf(client.request(`http://mixed.example:${port}/`))).toBe('blocked');
  });

  test('the name is resolved once: what was checked is what is connected to', async () => {
    let questions = 0;
    const rebinding = createOutboundClient({
      allowedPrivateTargets: addressList('127.0.0.1'),
      resolve: async () => {
        questions += 1;
        return questions === 1 ? ['127.0.0.1'] : ['10.0.0.1'];
      },
    });
    await rebinding.request(`http://rebinding.example:${port}/`);
    expect(questions).toBe(1);
    expect(asked).toHaveLength(1);
  });

  test('names without an address, other schemes and ports of other services are refused', async () => {
    expect(await failureOf(client.request('http://nowhere.example/'))).toBe('unresolvable');
    for (const url of ['ftp://hooks.example/', 'file:///etc/passwd', 'gopher://x', 'nonsense'])
      expect(await failureOf(client.request(url)), url).toBe('url');
    for (const blocked of [22, 25, 445])
      expect(await failureOf(client.request(`http://hooks.example:${blocked}/`))).toBe('url');
  });

  test('a refused connection says so', async () => {
    const gone = createServer();
    const free = await listening(gone);
    await new Promise((resolve) => gone.close(resolve));
    expect(await failureOf(client.request(`http://hooks.example:${free}/`))).toBe('connection');
  });

  test('a redirect inside is blocked however public its first host was', async () => {
    names.set('inside.example', ['10.0.0.1']);
    respond = (_req, res) => {
      res.writeHead(302, { location: `http://inside.example:${port}/admin` }).end();
    };
    expect(await failureOf(client.request(`http://hooks.example:${port}/`))).toBe('blocked');
  });

  test('what may be a secret goes to another path of the origin but not to another origin', async () => {
    respond = (req, res) => {
      if (req.url === '/1') res.writeHead(307, { location: '/2' }).end();
      else if (req.url === '/2')
        res.writeHead(307, { location: `http://other.example:${port}/3` }).end();
      else res.end('there');
    };
    const answer = await client.request(`http://hooks.example:${port}/1`, {
      method: 'POST',
      headers: {
        Authorization: 'Bearer x',
        Cookie: 'a=b',
        'X-Monitor-Secret': 's',
        'Content-Type': 'text/plain',
      },
      body: 'again',
    });
    expect(answer.url).toBe(`http://other.example:${port}/3`);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer x',
      'Bearer x',
      undefined,
    ]);
    expect(asked.map(({ headers }) => headers['x-monitor-secret'])).toEqual(['s', 's', undefined]);
    expect(asked[2]).toMatchObject({
      method: 'POST',
      body: 'again',
      headers: { 'content-type': 'text/plain' },
    });
    expect(asked[2]?.headers.cookie).toBeUndefined();
  });

  test('303 asks with GET and without the body', async () => {
    respond = (req, res) => {
      if (req.url === '/1') res.writeHead(303, { location: '/2' }).end();
      else res.end('seen');
    };
    await client.request(`http://hooks.example:${port}/1`, { method: 'POST', body: 'x' });
    expect(asked[1]).toMatchObject({ method: 'GET', body: '' });
  });

  test('three redirects are followed, a fourth is not', async () => {
    respond = (req, res) => {
      const left = Number(req.url?.slice(1));
      if (left > 0) res.writeHead(302, { location: `/${left - 1}` }).end();
      else res.end('arrived');
    };
    expect((await client.request(`http://hooks.example:${port}/3`)).body.toString()).toBe(
      'arrived',
    );
    expect(await failureOf(client.request(`http://hooks.example:${port}/4`))).toBe('redirects');
    expect(
      await client.request(`http://hooks.example:${port}/4`, { redirectsMax: 0 }),
    ).toMatchObject({ status: 302 });
  });

  test('64 KiB of a body are kept, however much comes', async () => {
    respond = (_req, res) => {
      res.write(Buffer.alloc(65_536, 'a'));
      res.write(Buffer.alloc(65_536, 'b'));
      // Never ended: the client has to stop by itself.
    };
    const answer = await client.request(`http://hooks.example:${port}/`);
    expect(answer.isTruncated).toBe(true);
    expect(answer.body.toString()).toBe('a'.repeat(65_536));
  });

  test('whoever expects more says how much', async () => {
    respond = (_req, res) => {
      res.end('a'.repeat(200_000));
    };
    const url = `http://hooks.example:${port}/`;
    const whole = await client.request(url, { bodyBytesMax: 200_000 });
    expect([whole.isTruncated, whole.body.length]).toEqual([false, 200_000]);
    const cut = await client.request(url, { bodyBytesMax: 199_999 });
    expect([cut.isTruncated, cut.body.length]).toEqual([true, 199_999]);
  });

  test('a host that never answers ends the request', async () => {
    respond = () => {};
    expect(
      await failureOf(client.request(`http://hooks.example:${port}/`, { timeoutMilliseconds: 50 })),
    ).toBe('timeout');
  });

  test('a name service that never answers ends the request', async () => {
    const stuck = createOutboundClient({ resolve: () => new Promise(() => {}) });
    expect(
      await failureOf(stuck.request('http://slow.example/', { timeoutMilliseconds: 50 })),
    ).toBe('lookup');
  });

  test('user and password of the URL become a header and are not told again', async () => {
    const answer = await client.request(`http://me:s%40cret@hooks.example:${port}/`);
    expect(asked[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from('me:s@cret').toString('base64')}`,
    );
    expect(answer.url).not.toContain('s%40cret');
  });

  test('a certificate nobody vouches for is refused', async () => {
    const { keyPem, certificatePem } = createPluginCertificate();
    const secure = createTlsServer({ key: keyPem, cert: certificatePem }, (_req, res) => res.end());
    const securePort = await listening(secure);
    expect(await failureOf(client.request(`https://hooks.example:${securePort}/`))).toBe(
      'connection',
    );
    secure.close();
  });
});

function listening(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}
