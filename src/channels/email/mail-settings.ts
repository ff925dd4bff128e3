import type { Setting } from '../../kernel/index.ts';

export interface MailSettings {
  readonly smtpUrl: string | undefined;
  /** For what the first server does not take. */
  readonly smtpFallbackUrl: string | undefined;
  /** `Name <address>` or an address. */
  readonly mailFrom: string | undefined;
}

export const mailSettings: { readonly [Name in keyof MailSettings]: Setting<MailSettings[Name]> } =
  {
    smtpUrl: {
      env: 'TOCSIN_SMTP_URL',
      default: undefined,
      secret: true,
      meaning:
        'Mail server for notifications: `smtp://user:password@host:587`, or `smtps://…:465` for TLS from the start; ' +
        '`?requireTLS=true` refuses servers without STARTTLS',
      parse: smtpAddress,
    },
    smtpFallbackUrl: {
      env: 'TOCSIN_SMTP_FALLBACK_URL',
      default: undefined,
      secret: true,
      meaning:
        'Second mail server, written as TOCSIN_SMTP_URL: a mail that the first one does not take, for a reason that is not its ' +
        'recipient, goes to this one at once',
      parse: smtpAddress,
    },
    mailFrom: {
      env: 'TOCSIN_MAIL_FROM',
      default: undefined,
      meaning:
        'Sender of mails, such as `Tocsin <alerts@example.com>`; when unset, the user of TOCSIN_SMTP_URL if that is an ' +
        'address, else tocsin@ the host of TOCSIN_PUBLIC_URL',
      parse: (value) => {
        if (!/^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value))
          throw new Error('must be an address, or a name with an address in <>');
        return value;
      },
    },
  };

function smtpAddress(value: string): string {
  const url = URL.parse(value);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error('must be an address such as smtp://user:password@host:587');
  return value;
}

/** The sender that is set, else the user of the mail server where that is an address, else one of this host. */
export function senderOf(
  { mailFrom, smtpUrl }: Pick<MailSettings, 'mailFrom' | 'smtpUrl'>,
  publicUrl: string,
): string {
  if (mailFrom !== undefined) return mailFrom;
  const user = decodeURIComponent(URL.parse(smtpUrl ?? '')?.username ?? '');
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(user)) return `Tocsin <${user}>`;
  const host = new URL(publicUrl).hostname;
  return `Tocsin <tocsin@${/^[a-z][a-z0-9.-]*$/i.test(host) ? host : 'localhost'}>`;
}
