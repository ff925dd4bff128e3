import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { parseHosts, parseResolverFile, type ResolverFile } from './name-files.ts';

/** This server's own name servers gave no answer: nothing is known about the name. */
export class NameServerError extends Error {
  constructor(hostname: string, cause: unknown) {
    super(`no name server answered for ${hostname}`, { cause });
    this.name = 'NameServerError';
  }
}

/** All addresses of a host name; none where it has none. Throws `NameServerError`. */
export type Resolve = (hostname: string) => Promise<string[]>;

interface NameOptions {
  /** For tests: name servers as `address:port`, and files in place of those of the machine. */
  servers?: readonly string[];
  hostsFile?: string;
  resolverFile?: string;
  /** Milliseconds that pass for nobody else. */
  elapsed?(): number;
}

/** For each question to each name server. */
const timeoutMilliseconds = 2000;
/** Answers are kept as long as the name server says, within these; and that a name is not there for the shorter one. */
const keptLeast = 5000;
const keptMost = 60_000;
/** While no name server answers, an old answer is better than none. */
const staleMilliseconds = 10 * 60_000;
/** Settings of the machine are read again after so long. */
const settingsMilliseconds = 30_000;
const namesMax = 5000;

interface Known {
  addresses: string[];
  freshUntil: number;
  staleUntil: number;
}

/**
 * Looks up host names by questions of its own to the name servers: the system's look-ups wait in a queue of very few
 * threads, where names that nobody answers for hold up all others. Like those it knows the hosts file and search
 * domains. Each name is asked for once at a time.
 */
export function createNames(options: NameOptions = {}): Resolve {
  const { elapsed = () => performance.now() } = options;
  const known = new Map<string, Known>();
  const asked = new Map<string, Promise<string[]>>();
  let settings: { at: number; value: Promise<Settings> } | undefined;

  function currentSettings(): Promise<Settings> {
    if (!settings || elapsed() - settings.at > settingsMilliseconds)
      settings = { at: elapsed(), value: readSettings(options) };
    return settings.value;
  }

  async function ask(name: string): Promise<string[]> {
    const { hosts, resolver, file } = await currentSettings();
    const local = hosts.get(name);
    if (local) return local;
    try {
      const { addresses, seconds } = await firstFound(resolver, candidatesOf(name, file));
      const kept = Math.min(Math.max(seconds * 1000, keptLeast), keptMost);
      const freshUntil = elapsed() + kept;
      known.delete(name);
      known.set(name, { addresses, freshUntil, staleUntil: freshUntil + staleMilliseconds });
      for (const oldest of known.keys()) {
        if (known.size <= namesMax) break;
        known.delete(oldest);
      }
      return addresses;
    } catch (error) {
      const old = known.get(name);
      if (old && old.staleUntil > elapsed()) return old.addresses;
      throw new NameServerError(name, error);
    }
  }

  return (hostname) => {
    const name = hostname.toLowerCase();
    const answer = known.get(name);
    if (answer && answer.freshUntil > elapsed()) return Promise.resolve(answer.addresses);
    const before = asked.get(name);
    if (before) return before;
    const mine = ask(name).finally(() => asked.delete(name));
    asked.set(name, mine);
    return mine;
  };
}

interface Settings {
  hosts: ReadonlyMap<string, string[]>;
  file: ResolverFile;
  resolver: Resolver;
}

async function readSettings(options: NameOptions): Promise<Settings> {
  const { servers, hostsFile = '/etc/hosts', resolverFile = '/etc/resolv.conf' } = options;
  const [hosts, file] = await Promise.all(
    [hostsFile, resolverFile].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  // It reads which name servers there are when it is made.
  const resolver = new Resolver({ timeout: timeoutMilliseconds, tries: 1 });
  if (servers) resolver.setServers(servers);
  return { hosts: parseHosts(hosts ?? ''), file: parseResolverFile(file ?? ''), resolver };
}

/** The names that a name may stand for, in the order of `resolv.conf(5)`. */
function candidatesOf(name: string, { search, dotsMin }: ResolverFile): string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const longer = search.map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= dotsMin ? [name, ...longer] : [...longer, name];
}

interface Answer {
  addresses: string[];
  seconds: number;
}

/** Throws what the name servers failed by, unless one of the names is there. */
async function firstFound(resolver: Resolver, names: readonly string[]): Promise<Answer> {
  let failure: unknown;
  for (const name of names) {
    const answers = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    const found = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length > 0)
      return {
        addresses: found.map(({ address }) => address).filter((address) => isIP(address) !== 0),
        seconds: Math.min(...found.map(({ ttl }) => ttl)),
      };
    for (const one of answers)
      if (one.status === 'rejected' && !isNoSuchName(one.reason)) failure ??= one.reason;
  }
  if (failure !== undefined) throw failure;
  return { addresses: [], seconds: 0 };
}

/** The name servers answered, and there is none. */
function isNoSuchName(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME';
}
