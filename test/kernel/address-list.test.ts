import { describe, expect, it } from 'vitest';
import { addressList, isListed } from '../../src/kernel/index.ts';

describe('address lists', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.0.0.5/8', '10.9.9.9', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['0.0.0.0/0', '::1', false],
    ['10.0.0.1/32', '10.0.0.1', true],
    ['192.168.1.0/24 , ::1', '::1', true],
    ['192.168.1.0/24,::1', '192.168.1.77', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['::/0', '2001:db8::1', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['10.0.0.0/8', '::FFFF:10.1.2.3', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['10.0.0.0/8', 'unknown', false],
    ['10.0.0.0/8', '', false],
    ['', '10.0.0.1', false],
    [' , ', '10.0.0.1', false],
  ])('%j holds %s: %s', (list, address, expected) => {
    expect(isListed(addressList(list), address)).toBe(expected);
  });

  it.each([
    '10.0.0',
    '10.0.0.256',
    'localhost',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
    '/8',
  ])('refuses %s and names it', (entry) => {
    expect(() => addressList(`10.0.0.1, ${entry}`)).toThrow(entry);
  });
});
