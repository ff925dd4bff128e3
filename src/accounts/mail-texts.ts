/** Languages of pages and mails. */
export type Language = 'en' | 'de';

export interface MailText {
  subject: string;
  /** Paragraphs; `{url}` alone is the link. */
  lines: readonly string[];
  /** The text of the button that opens the link. */
  label?: string;
}

export interface MailFacts {
  organization: string;
  address: string;
  /** The address before that. */
  former: string;
  /** Who changed it. */
  by: string;
}

type Texts = Readonly<Record<MailName, (facts: MailFacts) => MailText>>;

export type MailName =
  | 'invitation'
  | 'recovery'
  | 'confirm-email'
  | 'email-changed'
  | 'address-changed'
  | 'password-changed';

const english: Texts = {
  invitation: ({ organization }) => ({
    subject: `Your invitation to ${organization} on Tocsin`,
    label: 'Sign in',
    lines: [
      `You are invited to ${organization} on Tocsin, which tells the people on call of incidents. Open this address to sign in:`,
      '{url}',
      'It works once, within 7 days. If you expected no invitation, do nothing.',
    ],
  }),
  recovery: () => ({
    subject: 'Choose a new password for Tocsin',
    label: 'Choose a password',
    lines: [
      'Somebody, probably you, asked for a new password for Tocsin. Open this address to choose one:',
      '{url}',
      'It works once, within 30 minutes. If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  'confirm-email': () => ({
    subject: 'Confirm your e-mail address for Tocsin',
    label: 'Confirm the address',
    lines: [
      'Open this address to sign in to Tocsin with this e-mail address from now on:',
      '{url}',
      'It works once, within an hour. If it was not you who asked for it, do nothing.',
    ],
  }),
  'email-changed': ({ address }) => ({
    subject: 'Your e-mail address for Tocsin was changed',
    lines: [
      `Your account now signs in with ${address} and no longer with this address.`,
      'If it was not you, tell an administrator of your organization at once.',
    ],
  }),
  'address-changed': ({ organization, address, former, by }) => ({
    subject: `Your e-mail address in ${organization} on Tocsin was changed`,
    lines: [
      `${by} has changed your e-mail address in ${organization} from ${former} to ${address}. Alerts, invitations and links go there from now on, and you are found by it when you first sign in by an identity provider.`,
      'How you sign in with a password or a passkey stays as it is.',
      'If this is not right, tell an Owner of your organization at once.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Your password for Tocsin was changed',
    label: 'Choose a new password',
    lines: [
      'The password of your account was changed, and its other sessions were ended.',
      'If it was not you, choose a new one at the address below, and tell an administrator of your organization.',
      '{url}',
    ],
  }),
};

const german: Texts = {
  invitation: ({ organization }) => ({
    subject: `Ihre Einladung zu ${organization} bei Tocsin`,
    label: 'Anmelden',
    lines: [
      `Sie sind zu ${organization} bei Tocsin eingeladen, das die Bereitschaft über Störungen informiert. Öffnen Sie diese Adresse, um sich anzumelden:`,
      '{url}',
      'Sie gilt einmal und 7 Tage lang. Wenn Sie keine Einladung erwartet haben, brauchen Sie nichts zu tun.',
    ],
  }),
  recovery: () => ({
    subject: 'Neues Passwort für Tocsin wählen',
    label: 'Passwort wählen',
    lines: [
      'Jemand, vermutlich Sie selbst, hat ein neues Passwort für Tocsin angefordert. Öffnen Sie diese Adresse, um eines zu wählen:',
      '{url}',
      'Sie gilt einmal und 30 Minuten lang. Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
  'confirm-email': () => ({
    subject: 'E-Mail-Adresse für Tocsin bestätigen',
    label: 'Adresse bestätigen',
    lines: [
      'Öffnen Sie diese Adresse, um sich von nun an mit dieser E-Mail-Adresse bei Tocsin anzumelden:',
      '{url}',
      'Sie gilt einmal und eine Stunde lang. Wenn Sie das nicht angefordert haben, brauchen Sie nichts zu tun.',
    ],
  }),
  'email-changed': ({ address }) => ({
    subject: 'Ihre E-Mail-Adresse für Tocsin wurde geändert',
    lines: [
      `Ihr Konto meldet sich jetzt mit ${address} an und nicht mehr mit dieser Adresse.`,
      'Wenn Sie das nicht waren, sagen Sie sofort einer Administratorin oder einem Administrator Ihrer Organisation Bescheid.',
    ],
  }),
  'address-changed': ({ organization, address, former, by }) => ({
    subject: `Ihre E-Mail-Adresse in ${organization} bei Tocsin wurde geändert`,
    lines: [
      `${by} hat Ihre E-Mail-Adresse in ${organization} von ${former} zu ${address} geändert. Alarme, Einladungen und Links gehen von nun an dorthin, und über sie werden Sie gefunden, wenn Sie sich zum ersten Mal mit einem Identitätsanbieter anmelden.`,
      'Ihre Anmeldung mit Passwort oder Passkey bleibt, wie sie ist.',
      'Wenn das nicht stimmt, sagen Sie sofort einem Owner Ihrer Organisation Bescheid.',
    ],
  }),
  'password-changed': () => ({
    subject: 'Ihr Passwort für Tocsin wurde geändert',
    label: 'Neues Passwort wählen',
    lines: [
      'Das Passwort Ihres Kontos wurde geändert, und seine anderen Sitzungen wurden beendet.',
      'Wenn Sie das nicht waren, wählen Sie unter dieser Adresse ein neues und sagen Sie einer Administratorin oder einem Administrator Ihrer Organisation Bescheid.',
      '{url}',
    ],
  }),
};

export const mailTexts: Readonly<Record<Language, Texts>> = { en: english, de: german };
