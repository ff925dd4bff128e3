import { type BlockList, isIP } from 'node:net';
import { addressList } from '../kernel/index.ts';

/** Ranges that a user-supplied address must not resolve to (IANA special-purpose registries). */
const notPublic = addressList(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    '::',
    '::1',
    '64:ff9b:1::/48',
    '100::/64',
    '100:0:0:1::/64',
    '2001::/23',
    '2001:db8::/32',
    '3fff::/20',
    '5f00::/16',
    'fc00::/7',
    'fe80::/10',
    'fec0::/10',
    'ff00::/8',
  ].join(','),
);

/** Where clouds hand out the credentials of the machine; an allow list never opens these. */
const metadata = addressList(
  '169.254.169.254,169.254.170.2,169.254.170.23,100.100.100.200,192.0.0.192,168.63.129.16,' +
    'fd00:ec2::254,fd00:ec2::23,fd20:ce::254',
);

/**
 * May a request that others chose the target of go to `address`? `allowed` opens private ranges, except
 * for the metadata services of clouds. Addresses that carry an IPv4 address inside (mapped, compatible, translated,
 * NAT64, 6to4) are never public; an allow list has to name both them and what they carry.
 */
export function isAllowedTarget(address: string, allowed: BlockList | undefined): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const carried = version === 6 ? carriedIpv4(address) : null;
  if (isIn(metadata, address) || (carried !== null && isIn(metadata, carried))) return false;
  if (carried === null && !isIn(notPublic, address)) return true;
  if (!allowed) return false;
  return carried === null
    ? isIn(allowed, address)
    : isIn(allowed, carried) || (isIn(allowed, address) && !isIn(notPublic, carried));
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The IPv4 address inside an IPv6 address of a transition mechanism, or null. */
function carriedIpv4(address: string): string | null {
  const groups = ipv6Groups(address);
  const [first = 0, second = 0, third = 0] = groups;
  const startsWithZeros = groups.slice(0, 5).every((group) => group === 0);
  // `::` and `::1` only look like IPv4-compatible addresses.
  const isCompatible = groups[5] === 0 && ((groups[6] ?? 0) > 0 || (groups[7] ?? 0) > 1);
  const isMappedOrCompatible = startsWithZeros && (groups[5] === 0xffff || isCompatible);
  // ::ffff:0:a.b.c.d, RFC 7915.
  const isTranslated =
    groups.slice(0, 4).every((group) => group === 0) && groups[4] === 0xffff && groups[5] === 0;
  const isNat64 =
    first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  if (isMappedOrCompatible || isTranslated || isNat64)
    return ipv4Of(groups[6] ?? 0, groups[7] ?? 0);
  if (first === 0x2002) return ipv4Of(second, third);
  return null;
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of a valid IPv6 address; a zone is left out. */
function ipv6Groups(address: string): number[] {
  const plain = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
      return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    });
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
