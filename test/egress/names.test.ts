import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseHosts, parseResolverFile } from '../../src/egress/name-files.ts';
import { createNames, NameServerError, type Resolve } from '../../src/egress/names.ts';
import { createOutboundClient } from '../../src/egress/outbound-client.ts';
import { type FakeNameServer, startNameServer } from '../fakes/name-server.ts';

let nameServer: FakeNameServer;
let now: number;
let resolve: Resolve;

beforeAll(async () => {
  nameServer = await startNameServer();
});
afterAll(() => nameServer.stop());
beforeEach(() => {
  now = 0;
  const nowhere = '/nowhere';
  resolve = createNames({
    servers: [nameServer.server],
    hostsFile: nowhere,
    resolverFile: nowhere,
    elapsed: () => now,
  });
});

test('a name is asked for once at a time and then for as long as its answer is kept, a minute at most', async () => {
  nameServer.knows({ 'a.test': '192.0.2.1' });
  const all = await Promise.all([resolve('a.test'), resolve('A.test'), resolve('a.test')]);
  expect(all).toEqual([['192.0.2.1'], ['192.0.2.1'], ['192.0.2.1']]);
  // One question for each kind of address.
  expect(nameServer.asked).toEqual(['a.test', 'a.test']);
  now = 59_000;
  await resolve('a.test');
  expect(nameServer.asked).toHaveLength(2);
  now = 61_000;
  await resolve('a.test');
  expect(nameServer.asked).toHaveLength(4);
});

test('what is not there has no address; what the name server cannot tell is nobody else’s failure', async () => {
  nameServer.knows({ 'broken.test': 'failed' });
  expect(await resolve('gone.test')).toEqual([]);
  await expect(resolve('broken.test')).rejects.toThrow(NameServerError);
  const client = createOutboundClient({ resolve });
  await expect(client.request('http://gone.test/')).rejects.toMatchObject({
    failure: 'unresolvable',
  });
  await expect(client.request('http://broken.test/')).rejects.toMatchObject({
    failure: 'lookup',
    sentence: { code: 'hostNotLookedUp' },
  });
});

test('while no name server answers, what it said before holds for ten minutes', async () => {
  nameServer.knows({ 'a.test': '192.0.2.1' });
  await resolve('a.test');
  nameServer.knows({ 'a.test': 'failed' });
  now = 5 * 60_000;
  expect(await resolve('a.test')).toEqual(['192.0.2.1']);
  now = 20 * 60_000;
  await expect(resolve('a.test')).rejects.toThrow(NameServerError);
});

test('a hundred names that nobody answers for hold up no other, and a request gives up on one in its own time', async () => {
  const silent = Array.from({ length: 100 }, (_, n) => `m${n}.silent.test`);
  nameServer.knows({
    ...Object.fromEntries(silent.map((name) => [name, 'silent'])),
    'a.test': '192.0.2.1',
  });
  const order: string[] = [];
  const asked = silent.map((name) =>
    resolve(name).then(
      () => order.push('found'),
      () => order.push('none'),
    ),
  );
  const client = createOutboundClient({ resolve });
  const request = client.request('http://m1.silent.test/', { timeoutMilliseconds: 50 });
  await resolve('a.test');
  order.push('a.test');
  await expect(request).rejects.toMatchObject({ failure: 'lookup' });
  await Promise.all(asked);
  expect(order).toEqual(['a.test', ...silent.map(() => 'none')]);
});

test('files of the machine are read as the system reads them', () => {
  const hosts = parseHosts('# none\n10.0.0.1 Db db.internal # here\nfe80::1%eth0 x\n10.0.0.2 db\n');
  expect(hosts.get('db')).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(hosts.get('db.internal')).toEqual(['10.0.0.1']);
  expect(hosts.get('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(
    parseResolverFile('search a.test b.test.\nnameserver 10.0.0.1\noptions edns0 ndots:5'),
  ).toEqual({ search: ['a.test', 'b.test'], dotsMin: 5 });
  expect(parseResolverFile('')).toEqual({ search: [], dotsMin: 1 });
});
