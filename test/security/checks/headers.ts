import type { Answer } from '../ask.ts';

/** Where answers may differ from all others. */
export interface Exceptions {
  /** What caches may do with it. */
  keptAs?: string | undefined;
  /** Who may show the page in a frame. */
  framedBy?: 'none' | 'self';
}

/** What every answer has to say to browsers and caches, and must not say to anybody. */
export function complaintsAboutHeaders(
  what: string,
  { headers, text, status }: Answer,
  { keptAs = 'no-store', framedBy = 'none' }: Exceptions = {},
): string[] {
  const wrong: string[] = [];
  const demand = (isRight: boolean, why: string) => {
    if (!isRight) wrong.push(`${what} (${status}): ${why}`);
  };
  demand(headers['x-content-type-options'] === 'nosniff', 'browsers may guess what it is');
  const kept = headers['cache-control'];
  demand(kept === keptAs || kept === 'no-store', `caches keep it: ${kept}`);
  for (const name of Object.keys(headers)) {
    demand(!name.startsWith('access-control-'), `other sites may read it: ${name}`);
    demand(name !== 'x-powered-by' && name !== 'server', `says what serves it: ${name}`);
  }
  const type = headers['content-type'] ?? '';
  if (text !== '') demand(type !== '', 'does not say what it is');
  if (type.includes('html')) {
    const policy = String(headers['content-security-policy'] ?? '');
    demand(policy.includes("default-src 'none'"), 'its page may load anything');
    const isFramed = !['none', framedBy].some((who) => policy.includes(`frame-ancestors '${who}'`));
    demand(!isFramed, 'its page may be framed');
    demand(headers['referrer-policy'] === 'no-referrer', 'its page tells its address to others');
  }
  return wrong;
}

/** Ways to say for whom a request was meant, none of which callers may decide. */
export function spoofedTargets(host: string): Record<string, string>[] {
  return [
    { host },
    { 'x-forwarded-host': host, 'x-forwarded-proto': 'https', 'x-forwarded-port': '444' },
    { forwarded: `for=203.0.113.1;host=${host};proto=https` },
    { 'x-original-url': `https://${host}/`, 'x-rewrite-url': `https://${host}/` },
    { 'x-forwarded-server': host, 'x-host': host, 'x-forwarded-prefix': `//${host}` },
  ];
}

/** A name that somebody made up must appear nowhere in what is answered or sent. */
export function complaintAboutTarget(
  what: string,
  host: string,
  sent: { status: number; headers?: object; text: string },
): string | null {
  const seen = `${JSON.stringify(sent.headers ?? {})} ${sent.text}`;
  return seen.includes(host) ? `${what} repeats ${host}: ${seen.slice(0, 300)}` : null;
}

/** Ways to say where a request comes from, apart from the one that trusted proxies use. */
export function spoofedSources(turn: number): Record<string, string> {
  const address = `198.51.100.${turn}`;
  return {
    forwarded: `for=${address}`,
    'x-real-ip': address,
    'x-client-ip': address,
    'true-client-ip': address,
    'cf-connecting-ip': address,
    'x-cluster-client-ip': address,
  };
}

/** Statuses of equal requests, of which only the last may be too many. */
export function complaintAboutLimit(what: string, statuses: readonly number[]): string | null {
  const isLimited = statuses.map((status) => status === 429);
  return isLimited.lastIndexOf(true) === statuses.length - 1 && isLimited.indexOf(true) > 0
    ? null
    : `${what}: counted as somebody else, ${statuses.join(' ')}`;
}
