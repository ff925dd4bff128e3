import { BlockList, isIP } from 'node:net';
import { AppError } from './app-error.ts';

/** Parses `10.0.0.0/8, ::1` into a list that answers `check(address, family)`; throws 400 for anything else. */
export function addressList(value: string): BlockList {
  const list = new BlockList();
  for (const entry of value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', bits, ...rest] = entry.split('/');
    const version = isIP(address);
    const family = version === 6 ? 'ipv6' : 'ipv4';
    const most = version === 6 ? 128 : 32;
    if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
      throw new AppError('validation-failed', {
        code: 'addressListEntryInvalid',
        values: { entry: shown(entry) },
      });
    if (bits !== undefined && Number(bits) > most)
      throw new AppError('validation-failed', {
        code: 'addressListRangeTooLong',
        values: { bits: most, entry: shown(entry) },
      });
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Enough to find the entry; what a caller sent is not repeated at length. */
function shown(entry: string): string {
  return entry.length > 60 ? `${entry.slice(0, 60)}…` : entry;
}

/** True when `address` (as a socket tells it, IPv4 possibly mapped into IPv6) is in the list. */
export function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  const version = isIP(plain);
  // Without the family an IPv6 address silently never matches.
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}
