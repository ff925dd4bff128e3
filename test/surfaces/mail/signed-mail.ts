import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

/** A domain that signs its mail, as RFC 6376 says it: written apart from the library that judges it. */
export interface SigningDomain {
  domain: string;
  /** The name of the record and what stands there. */
  record: readonly [name: string, text: string];
  privateKey: KeyObject;
}

export function signingDomain(domain: string, selector = 's1'): SigningDomain {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const record = [`${selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${key}`] as const;
  return { domain, record, privateKey };
}

export interface SigningOptions {
  /** Fields that are signed; default: those that most providers sign. */
  signs?: readonly string[];
  /** Further tags. */
  tags?: string;
}

/** The message with a signature above it; `simple`, so that each byte counts. */
export function signed(
  message: string,
  { record: [name], domain, privateKey }: SigningDomain,
  { signs = ['From', 'To', 'Subject', 'Message-ID'], tags = '' }: SigningOptions = {},
): string {
  const end = message.indexOf('\r\n\r\n');
  const lines = message.slice(0, end).split(/\r\n(?![ \t])/);
  const body = `${message.slice(end + 4).replace(/(?:\r\n)*$/, '')}\r\n`;
  const covered = signs.flatMap((field) => lines.findLast((line) => isField(line, field)) ?? []);
  const [selector = ''] = name.split('.');
  const hash = createHash('sha256').update(body, 'latin1').digest('base64');
  const open =
    `DKIM-Signature: v=1; a=rsa-sha256; c=simple/simple; d=${domain}; s=${selector};${tags} ` +
    `h=${signs.join(':')}; bh=${hash}; b=`;
  const text = `${covered.map((line) => `${line}\r\n`).join('')}${open}`;
  const signature = createSign('sha256').update(text, 'latin1').sign(privateKey, 'base64');
  return `${open}${signature}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

function isField(line: string, name: string): boolean {
  return line.toLowerCase().startsWith(`${name.toLowerCase()}:`);
}
