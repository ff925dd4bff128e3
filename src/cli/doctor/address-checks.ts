import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { isListed } from '../../kernel/index.ts';
import { localUrl } from '../../server.ts';
import { oneLine } from '../table.ts';
import { checkSkew } from './clock-check.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export type AddressSettings = Pick<Config, 'port' | 'host' | 'publicUrl' | 'trustedProxies'>;

const patienceMilliseconds = 5_000;

/** The port, the public address, and the proxy in between. */
export async function checkAddresses(settings: AddressSettings): Promise<Finding[]> {
  const [port, outside] = await Promise.all([checkPort(settings), checkPublicUrl(settings)]);
  return [port, ...outside, checkProxies(settings)];
}

async function checkPort({ port, host }: AddressSettings): Promise<Finding> {
  if (port === 0) return ok('Port', 'PORT=0: each start takes a free one.');
  const reason = await whyNotFree(port, host);
  if (reason === null) return ok('Port', `${port} is free: the server does not run.`);
  if (reason !== 'EADDRINUSE')
    return problem(
      'Port',
      `${host}:${port} cannot be listened on (${reason}).`,
      'Set HOST to an address of this machine (0.0.0.0 for all), and PORT to one above 1023.',
    );
  const { isTocsin, trouble } = await ask(localUrl({ port, host }));
  if (!isTocsin)
    return problem(
      'Port',
      `${port} is taken by another program.`,
      `Stop it, or start the server with PORT=${port + 1}.`,
    );
  const found = `A Tocsin server answers at ${host}:${port}`;
  return trouble === null
    ? ok('Port', `${found}.`)
    : problem(
        'Port',
        oneLine(`${found}, and takes nothing: ${trouble}.`),
        'Until then webhooks are refused and nobody is alerted. Free disk space, or look at the log of the server and at its database.',
      );
}

/** Null when somebody may listen there now. */
function whyNotFree(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(null)));
  });
}

async function checkPublicUrl({ publicUrl, host, port }: AddressSettings): Promise<Finding[]> {
  if (publicUrl === undefined)
    return [
      warning(
        'Public URL',
        `TOCSIN_PUBLIC_URL is not set: webhook URLs begin with ${localUrl({ host, port })}.`,
        'Set it to the address by which your tools reach this server.',
      ),
    ];
  const { isTocsin, failure, date } = await ask(publicUrl);
  if (failure !== null)
    return [
      problem(
        'Public URL',
        `${publicUrl} cannot be reached from here: ${failure}.`,
        'Check that the server runs, its name in the DNS, and the proxy in front of it.',
      ),
    ];
  if (!isTocsin)
    return [
      problem(
        'Public URL',
        `Something else than Tocsin answers at ${publicUrl}.`,
        'Check TOCSIN_PUBLIC_URL, and where the proxy sends its requests.',
      ),
    ];
  const clock = date === null ? [] : [checkSkew(`the answer of ${publicUrl}`, date, 1)];
  return [checkEncryption(publicUrl), ...clock];
}

function checkEncryption(publicUrl: string): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || /^(?:localhost|127\.|\[::1\])/.test(hostname)
    ? ok('Public URL', `${publicUrl} leads to a Tocsin server.`)
    : warning(
        'Public URL',
        `${publicUrl} is not encrypted: API keys and webhook URLs can be read on the way.`,
        'Put a proxy with TLS in front and set TOCSIN_PUBLIC_URL to its https address.',
      );
}

function checkProxies({ publicUrl, trustedProxies }: AddressSettings): Finding {
  if (trustedProxies === undefined)
    return publicUrl?.startsWith('https:')
      ? warning(
          'Proxy',
          'The public URL is that of a proxy, but none is trusted: every caller seems to have its address.',
          'Set TOCSIN_TRUSTED_PROXIES to the address of the proxy.',
        )
      : ok('Proxy', 'None is trusted: callers have the address that they connect from.');
  // Documentation addresses of two different blocks: nobody's proxy.
  const trustsAll = ['192.0.2.1', '203.0.113.1'].every((one) => isListed(trustedProxies, one));
  return trustsAll
    ? problem(
        'Proxy',
        'TOCSIN_TRUSTED_PROXIES trusts every address, so callers can pretend to have any.',
        'Name only your proxies.',
      )
    : ok('Proxy', 'X-Forwarded-For is trusted of TOCSIN_TRUSTED_PROXIES only.');
}

interface Answered {
  isTocsin: boolean;
  /** Why it is not ready; null where it is, and of another program. */
  trouble: string | null;
  /** Why there is no answer; null when there is one. */
  failure: string | null;
  /** Time that the answer names. */
  date: Date | null;
}

async function ask(base: string): Promise<Answered> {
  try {
    const answer = await fetch(`${base.replace(/\/+$/, '')}/readyz`, {
      signal: AbortSignal.timeout(patienceMilliseconds),
    });
    const text = await answer.text();
    const isReady = text.startsWith('ready\n');
    const trouble = !isReady && text.startsWith('the store ') ? text.trim() : null;
    const date = new Date(answer.headers.get('date') ?? '');
    return {
      ...{ isTocsin: isReady || trouble !== null, trouble, failure: null },
      date: Number.isNaN(date.getTime()) ? null : date,
    };
  } catch (error) {
    return { isTocsin: false, trouble: null, failure: reasonOf(error), date: null };
  }
}

/** A code such as ECONNREFUSED: messages of TLS libraries fill lines. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
