import { Resolver } from 'node:dns/promises';
import type { Config } from '../../config.ts';
import { isPlaceholderEmail, userKind } from '../../identity/index.ts';
import type { World } from '../../kernel/index.ts';
import { type Finding, ok, warning } from './finding.ts';

type MailConfig = Pick<Config, 'smtpListen' | 'mailDomain'>;

/** The records that are looked up; a test says what there is. */
export interface Records {
  resolveMx(name: string): Promise<{ exchange: string; priority: number }[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  resolveTxt(name: string): Promise<string[][]>;
}

const patienceMilliseconds = 3_000;

const namesOfMachine = (): Records => new Resolver({ timeout: patienceMilliseconds, tries: 2 });

/** Whether answers to alerts can get here, as far as the DNS says; nothing where no mail is received. */
export async function checkMailDomain(
  { smtpListen, mailDomain }: MailConfig,
  records: Records = namesOfMachine(),
): Promise<Finding[]> {
  if (!smtpListen) return [];
  if (mailDomain === undefined)
    return [
      ok('Answers', 'Alerts have no address for answers by mail: TOCSIN_MAIL_DOMAIN is not set.'),
    ];
  const advice =
    `Let the MX record of ${mailDomain} name this server, or a mail server that passes its mail on to ` +
    'TOCSIN_SMTP_LISTEN.';
  const servers = await known(records.resolveMx(mailDomain));
  if (servers === 'unknown')
    return [warning('Answers', `No name server answers for ${mailDomain}.`, advice)];
  const named = servers.toSorted((one, other) => one.priority - other.priority);
  const hosts = named.map(({ exchange }) => exchange).filter((host) => !/^\.?$/.test(host));
  if (hosts.length > 0)
    return [ok('Answers', `Mail to ${mailDomain} goes to ${hosts.slice(0, shownMax).join(', ')}.`)];
  // RFC 7505: an MX record that names nobody says that no mail is taken. RFC 5321: without any, the address counts.
  const has = async (lookup: Promise<string[]>) => {
    const addresses = await known(lookup);
    return addresses !== 'unknown' && addresses.length > 0;
  };
  const isHost =
    named.length === 0 &&
    ((await has(records.resolve4(mailDomain))) || (await has(records.resolve6(mailDomain))));
  return isHost
    ? [ok('Answers', `${mailDomain} has no MX record, so mail to it goes to its address.`)]
    : [warning('Answers', `No mail server takes mail to ${mailDomain}.`, advice)];
}

/** Names under which the usual providers keep their keys; others cannot be known before a mail comes. */
const selectors = [
  'selector1',
  'selector2',
  'google',
  'default',
  'dkim',
  'mail',
  's1',
  's2',
  'k1',
  'fm1',
  'protonmail',
  'zoho',
  'sig1',
  'mx',
];
const domainsMax = 10;
const shownMax = 5;

/** Whether the domains of most people sign their mail, as far as it can be known; nothing where nobody can answer. */
export async function checkSigning(
  world: World,
  { smtpListen, mailDomain }: MailConfig,
  records: Records = namesOfMachine(),
): Promise<Finding[]> {
  if (!smtpListen || mailDomain === undefined) return [];
  const domains = await domainsOfPeople(world);
  const signs = await Promise.all(domains.map((domain) => hasKey(domain, records)));
  const found = domains.filter((_domain, index) => signs[index]);
  const others = domains.filter((_domain, index) => !signs[index]);
  return [
    ...(found.length > 0 ? [ok('Answers', `DKIM keys are there of ${found.join(', ')}.`)] : []),
    ...(others.length > 0
      ? [
          warning(
            'Answers',
            `Under the usual names there is no DKIM key of ${others.join(', ')}: answers from there may be refused.`,
            'In a mail from there, DKIM-Signature has to have d= with the domain. docs/mail-answers.md says more.',
          ),
        ]
      : []),
  ];
}

/** The mail domains of people, the most frequent ones first. */
async function domainsOfPeople({ store }: World): Promise<string[]> {
  const counts = new Map<string, number>();
  const people = userKind.model(store).find().select('wire.email').lean().cursor();
  for await (const { wire } of people) {
    const domain = wire.email.slice(wire.email.lastIndexOf('@') + 1).toLowerCase();
    if (!isPlaceholderEmail(wire.email) && domain.includes('.'))
      counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one);
  return byCount.slice(0, domainsMax).map(([domain]) => domain);
}

async function hasKey(domain: string, records: Records): Promise<boolean> {
  const keys = await Promise.all(
    selectors.map((selector) => known(records.resolveTxt(`${selector}._domainkey.${domain}`))),
  );
  return keys.some((texts) => texts !== 'unknown' && texts.some((text) => isKey(text.join(''))));
}

/** One with an empty `p=` was withdrawn. */
function isKey(text: string): boolean {
  return /(?:^|;)\s*p\s*=\s*[a-z0-9+/]/i.test(text);
}

/** None where there is no such record. */
async function known<Value>(lookup: Promise<Value[]>): Promise<Value[] | 'unknown'> {
  try {
    return await lookup;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : 'unknown';
  }
}
