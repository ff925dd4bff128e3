import type { Language } from '../../accounts/index.ts';
import type { FailureReason } from '../../oidc/index.ts';

/** What went wrong for the person, and what an administrator can do about it. */
export interface FailureText {
  person: string;
  administrator: string;
}

export interface OidcTexts {
  failures: Record<FailureReason, FailureText>;
  forAdministrators: string;
  tryAgain: string;
  otherWay: string;
  linkMyself: string;
  linkTitle: (connection: string) => string;
  linkAdvice: string;
  link: string;
  cancel: string;
  onTitle: string;
  on: string;
}

const english: OidcTexts = {
  failures: {
    'unknown-attempt': {
      person:
        'This sign-in is not known here (any more): it was begun in another browser, more than ten minutes ago, or is over. Begin again.',
      administrator:
        'When this happens to everybody, check that people reach Tocsin at the address in TOCSIN_PUBLIC_URL, over https, and that the browser keeps its cookies.',
    },
    disabled: {
      person: 'There is no such way to sign in. Begin again with your e-mail address.',
      administrator: 'The OIDC connection does not exist, or isEnabled is false.',
    },
    denied: {
      person: 'Your identity provider did not let you in.',
      administrator: 'Check there whether the person is assigned to the application.',
    },
    unreachable: {
      person: 'Your identity provider does not answer. Try again in a moment.',
      administrator:
        'Try the OIDC connection with POST /oidc-connection/{id}/test, or look for the request in the log of the server.',
    },
    misconfigured: {
      person: 'Your identity provider is not set up in a way that Tocsin can use.',
      administrator:
        'Try the OIDC connection with POST /oidc-connection/{id}/test: it says which step fails.',
    },
    'client-refused': {
      person: 'Your identity provider does not accept Tocsin.',
      administrator:
        'The client secret is wrong or has expired. Make a new one at the identity provider and set clientSecret of the OIDC connection.',
    },
    'answer-refused': {
      person: 'The answer of your identity provider was not right. Begin again.',
      administrator:
        'It was too old, for another application, or not for this sign-in. Check the issuer, the redirect URI and the clocks of both servers.',
    },
    'keys-changed': {
      person: 'Your identity provider has just changed its keys. Begin again.',
      administrator:
        'When it happens again, the provider signs with a key that it does not publish.',
    },
    'not-fresh': {
      person: 'Your identity provider does not say that you have just signed in there.',
      administrator:
        'It has to send the claim auth_time and to honour max_age. In Microsoft Entra, add the optional claim auth_time to ID tokens.',
    },
    'email-missing': {
      person:
        'Your identity provider does not say your e-mail address, by which you would be found here.',
      administrator: 'Send the claim email, and ask for the scope email.',
    },
    'email-unverified': {
      person: 'Your identity provider does not say that your e-mail address is verified.',
      administrator:
        'Send the claim email_verified with the value true (in Microsoft Entra the optional claim xms_edov), or let the person sign in otherwise and link themselves.',
    },
    'email-foreign': {
      person:
        'Your e-mail address is of a domain that your organization has not proven to be its own.',
      administrator:
        'Add the domain to the OIDC connection and publish the TXT record that domainProofs says, or let the person sign in otherwise and link themselves.',
    },
    'unknown-person': {
      person:
        'Nobody here has your e-mail address. Ask an administrator of your organization to add you.',
      administrator:
        'Add the person, provision them by SCIM, or set justInTimeProvisioning of the OIDC connection.',
    },
    'linked-otherwise': {
      person:
        'You are linked to somebody else of your identity provider, or they to somebody else here.',
      administrator:
        'If the person was made anew at the identity provider, unlink them: DELETE /oidc-connection/{id}/identity/{userId}.',
    },
    'not-by-address': {
      person:
        'You have a role here that an e-mail address alone does not open. Sign in here with your password or passkey and link yourself, or ask an Owner to invite you, and begin again.',
      administrator:
        'Administrators and Owners whose role no group of an identity provider gives are not linked by their address: it could be changed by others. An invitation by an Owner, or linking themselves at signInUrl with ?link=yes, is needed once.',
    },
    'other-person': {
      person:
        'Somebody else than you signed in at the identity provider. Sign out there, and begin again.',
      administrator:
        'The session here and the one at the identity provider belong to different people.',
    },
    suspended: {
      person: 'You are suspended in this organization. Ask an administrator.',
      administrator: 'Resume the person to let them in.',
    },
  },
  forAdministrators: 'For administrators',
  tryAgain: 'Begin again',
  otherWay: 'Sign in with a password or a passkey',
  linkMyself: 'Sign in here and link yourself',
  linkTitle: (connection) => `Sign in by ${connection}?`,
  linkAdvice:
    'You will be asked to sign in there. From then on, whoever signs in there as that person is you here. Go on only if you began this yourself.',
  link: 'Go on',
  cancel: 'Cancel',
  onTitle: 'On to your identity provider',
  on: 'Continue',
};

const german: OidcTexts = {
  failures: {
    'unknown-attempt': {
      person:
        'Diese Anmeldung ist hier nicht (mehr) bekannt: Sie wurde in einem anderen Browser oder vor mehr als zehn Minuten begonnen, oder sie ist abgeschlossen. Beginnen Sie von vorn.',
      administrator:
        'Wenn das bei allen geschieht: Wird Tocsin unter der Adresse in TOCSIN_PUBLIC_URL aufgerufen, über https, und behält der Browser Cookies?',
    },
    disabled: {
      person: 'Diesen Weg der Anmeldung gibt es nicht. Beginnen Sie mit Ihrer E-Mail-Adresse.',
      administrator: 'Die OIDC-Verbindung gibt es nicht, oder isEnabled ist false.',
    },
    denied: {
      person: 'Ihr Identitätsanbieter hat Sie nicht eingelassen.',
      administrator: 'Prüfen Sie dort, ob die Person der Anwendung zugewiesen ist.',
    },
    unreachable: {
      person: 'Ihr Identitätsanbieter antwortet nicht. Versuchen Sie es gleich noch einmal.',
      administrator:
        'Prüfen Sie die OIDC-Verbindung mit POST /oidc-connection/{id}/test, oder suchen Sie die Anfrage im Protokoll des Servers.',
    },
    misconfigured: {
      person: 'Ihr Identitätsanbieter ist nicht so eingerichtet, dass Tocsin ihn nutzen kann.',
      administrator:
        'Prüfen Sie die OIDC-Verbindung mit POST /oidc-connection/{id}/test: Die Antwort nennt den Schritt, der misslingt.',
    },
    'client-refused': {
      person: 'Ihr Identitätsanbieter nimmt Tocsin nicht an.',
      administrator:
        'Das Geheimnis (client secret) ist falsch oder abgelaufen. Erzeugen Sie dort ein neues, und setzen Sie clientSecret der OIDC-Verbindung.',
    },
    'answer-refused': {
      person: 'Die Antwort Ihres Identitätsanbieters war nicht richtig. Beginnen Sie von vorn.',
      administrator:
        'Sie war zu alt, für eine andere Anwendung oder nicht für diese Anmeldung. Prüfen Sie Issuer, Redirect-URI und die Uhren beider Server.',
    },
    'keys-changed': {
      person:
        'Ihr Identitätsanbieter hat gerade seine Schlüssel gewechselt. Beginnen Sie von vorn.',
      administrator:
        'Geschieht es wieder, so unterschreibt der Anbieter mit einem Schlüssel, den er nicht veröffentlicht.',
    },
    'not-fresh': {
      person: 'Ihr Identitätsanbieter sagt nicht, dass Sie sich dort gerade angemeldet haben.',
      administrator:
        'Er muss den Claim auth_time senden und max_age beachten. In Microsoft Entra: den optionalen Claim auth_time in ID-Tokens aufnehmen.',
    },
    'email-missing': {
      person:
        'Ihr Identitätsanbieter nennt Ihre E-Mail-Adresse nicht, an der Sie hier erkannt würden.',
      administrator: 'Senden Sie den Claim email, und fordern Sie den Scope email an.',
    },
    'email-unverified': {
      person: 'Ihr Identitätsanbieter sagt nicht, dass Ihre E-Mail-Adresse geprüft ist.',
      administrator:
        'Senden Sie den Claim email_verified mit dem Wert true (in Microsoft Entra den optionalen Claim xms_edov), oder die Person meldet sich anders an und verknüpft sich.',
    },
    'email-foreign': {
      person:
        'Ihre E-Mail-Adresse gehört zu einer Domain, die Ihre Organisation nicht als ihre nachgewiesen hat.',
      administrator:
        'Nehmen Sie die Domain in die OIDC-Verbindung auf, und veröffentlichen Sie den TXT-Eintrag aus domainProofs, oder die Person meldet sich anders an und verknüpft sich.',
    },
    'unknown-person': {
      person:
        'Niemand hat hier Ihre E-Mail-Adresse. Bitten Sie eine Administratorin oder einen Administrator, Sie aufzunehmen.',
      administrator:
        'Nehmen Sie die Person auf, übertragen Sie sie mit SCIM, oder setzen Sie justInTimeProvisioning der OIDC-Verbindung.',
    },
    'linked-otherwise': {
      person:
        'Sie sind mit jemand anderem beim Identitätsanbieter verknüpft, oder diese Person mit jemand anderem hier.',
      administrator:
        'Wurde die Person dort neu angelegt, lösen Sie die Verknüpfung: DELETE /oidc-connection/{id}/identity/{userId}.',
    },
    'not-by-address': {
      person:
        'Sie haben hier eine Rolle, die eine E-Mail-Adresse allein nicht öffnet. Melden Sie sich hier mit Passwort oder Passkey an und verknüpfen Sie sich, oder bitten Sie einen Inhaber der Organisation um eine Einladung und beginnen Sie dann von vorn.',
      administrator:
        'Wer die Rolle Administrator oder Inhaber hat, ohne dass eine Gruppe eines Identitätsanbieters sie gibt, wird nicht über die Adresse verknüpft: Andere könnten sie geändert haben. Einmal nötig ist eine Einladung durch einen Inhaber, oder dass die Person sich unter signInUrl mit ?link=yes selbst verknüpft.',
    },
    'other-person': {
      person:
        'Beim Identitätsanbieter hat sich jemand anderes angemeldet. Melden Sie sich dort ab, und beginnen Sie von vorn.',
      administrator:
        'Die Sitzung hier und die beim Identitätsanbieter gehören verschiedenen Personen.',
    },
    suspended: {
      person: 'Sie sind in dieser Organisation gesperrt. Wenden Sie sich an die Administration.',
      administrator: 'Heben Sie die Sperre auf, um die Person einzulassen.',
    },
  },
  forAdministrators: 'Für die Administration',
  tryAgain: 'Von vorn beginnen',
  otherWay: 'Anders anmelden',
  linkMyself: 'Hier anmelden und sich verknüpfen',
  linkTitle: (connection) => `Mit ${connection} anmelden?`,
  linkAdvice:
    'Sie werden gebeten, sich dort anzumelden. Wer sich von da an dort als diese Person anmeldet, ist hier Sie. Fahren Sie nur fort, wenn Sie das selbst begonnen haben.',
  link: 'Fortfahren',
  cancel: 'Abbrechen',
  onTitle: 'Weiter zu Ihrem Identitätsanbieter',
  on: 'Weiter',
};

export const oidcTexts: Record<Language, OidcTexts> = { en: english, de: german };
