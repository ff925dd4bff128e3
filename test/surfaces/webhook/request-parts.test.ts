import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { keptHeaders } from '../../../src/bodies/kept-headers.ts';
import { addressList } from '../../../src/kernel/index.ts';
import { clientAddress } from '../../../src/surfaces/webhook/client-address.ts';

describe('the address a request comes from', () => {
  const proxies = addressList('10.0.0.0/8, fd00::/8');
  const from = (remoteAddress: string, forwarded?: string | string[], trusted = true) =>
    clientAddress(
      {
        socket: { remoteAddress },
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      } as unknown as IncomingMessage,
      trusted ? proxies : undefined,
    );

  it.each([
    ['no proxy is trusted', '10.0.0.1', '1.1.1.1', false, '10.0.0.1'],
    ['an untrusted peer says what it likes', '9.9.9.9', '1.1.1.1', true, '9.9.9.9'],
    ['a proxy without the header', '10.0.0.1', undefined, true, '10.0.0.1'],
    ['a proxy with an empty header', '10.0.0.1', ' , ', true, '10.0.0.1'],
    ['one proxy', '10.0.0.1', '1.1.1.1', true, '1.1.1.1'],
    ['what the caller wrote to the left', '10.0.0.1', '6.6.6.6, 1.1.1.1', true, '1.1.1.1'],
    ['two proxies', '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', true, '1.1.1.1'],
    ['only proxies: the first of them', '10.0.0.1', '10.0.0.3, 10.0.0.2', true, '10.0.0.3'],
    ['a caller that poses as a proxy', '10.0.0.1', '8.8.8.8, 10.0.0.9, 1.1.1.1', true, '1.1.1.1'],
    ['rubbish is the address then', '10.0.0.1', '1.1.1.1, unknown', true, 'unknown'],
    ['IPv6', '10.0.0.1', '2001:db8::7', true, '2001:db8::7'],
    ['IPv6 with brackets and port', 'fd00::1', '[2001:db8::7]:443', true, '2001:db8::7'],
    ['IPv4 with a port', '10.0.0.1', '1.1.1.1:5000', true, '1.1.1.1'],
    ['IPv4 in IPv6 as a peer', '::ffff:10.0.0.1', '::ffff:1.1.1.1', true, '1.1.1.1'],
    ['a zone', 'fe80::1%eth0', undefined, true, 'fe80::1'],
  ])('%s', (_name, peer, forwarded, trusted, expected) => {
    expect(from(peer, forwarded, trusted)).toBe(expected);
  });

  it('several headers are one list', () => {
    expect(from('10.0.0.1', ['6.6.6.6', '1.1.1.1, 10.0.0.2'])).toBe('1.1.1.1');
  });
});

describe('headers that a mapping may read', () => {
  const secretHeader = 'X-Acme-Signature';

  it.each([
    'authorization',
    'proxy-authorization',
    'x-authorization',
    'cookie',
    'x-api-key',
    'x-apikey',
    'x-auth-key',
    'x-auth',
    'x-gitlab-token',
    'x-amz-security-token',
    'x-shared-secret',
    'x-password',
    'x-session-id',
    'x-goog-iap-jwt-assertion',
    'x-acme-signature',
    'host',
    'content-length',
    'connection',
    'traceparent',
  ])('%s is left out', (name) => {
    expect(keptHeaders({ [name]: 'x' }, secretHeader)).toEqual({});
  });

  it.each(['content-type', 'user-agent', 'x-github-event', 'ce-type', 'x-author', 'x-request-id'])(
    '%s is kept',
    (name) => {
      expect(keptHeaders({ [name]: 'x' }, secretHeader)).toEqual({ [name]: 'x' });
    },
  );

  it('several values are one text; 64 headers of 4,096 characters are the most', () => {
    expect(keptHeaders({ 'x-a': ['1', '2'] as never }, secretHeader)).toEqual({ 'x-a': '1, 2' });
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`x-${n}`, 'v'.repeat(5000)]),
    );
    const kept = keptHeaders(many, secretHeader);
    expect(Object.keys(kept)).toHaveLength(64);
    expect(kept['x-0']).toHaveLength(4096);
  });
});
