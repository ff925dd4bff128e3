import { isIP } from 'node:net';

/** The options in `/etc/resolv.conf` beside the name servers. */
export interface ResolverFile {
  /** Domains in which names with few dots are looked for. */
  search: readonly string[];
  /** Names with at least so many dots are asked for as they are first. */
  dotsMin: number;
}

/** Addresses by name, of the lines of a hosts file; `localhost` is there in any case. Pure. */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = fieldsOf(line);
    if (isIP(address) === 0) continue;
    for (const name of names.map((one) => one.toLowerCase())) {
      const addresses = hosts.get(name) ?? [];
      if (!addresses.includes(address)) hosts.set(name, [...addresses, address]);
    }
  }
  if (!hosts.has('localhost')) hosts.set('localhost', ['127.0.0.1', '::1']);
  return hosts;
}

/** The last `search` or `domain` counts. Pure. */
export function parseResolverFile(text: string): ResolverFile {
  let search: string[] = [];
  let dotsMin = 1;
  for (const line of text.split('\n')) {
    const [word, ...values] = fieldsOf(line);
    if (word === 'search' || word === 'domain')
      search = values.map((one) => one.replace(/\.$/, '')).filter((one) => one !== '');
    if (word !== 'options') continue;
    for (const value of values) {
      const [, dots] = /^ndots:(\d{1,2})$/.exec(value) ?? [];
      if (dots !== undefined) dotsMin = Number(dots);
    }
  }
  return { search, dotsMin };
}

function fieldsOf(line: string): string[] {
  return line
    .replace(/[#;].*$/, '')
    .trim()
    .split(/\s+/)
    .filter(Boolean);
}
