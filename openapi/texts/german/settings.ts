/** What is wrong with settings: integrations, on-call, silences, status pages. */
export const settings = {
  publicUpdateNeedsService:
    'Nennen Sie mindestens einen Dienst: Seiten zeigen die Meldung bei ihren Diensten.',
  oneTextPerLanguage: 'In jeder Sprache kann es nur einen Text geben.',
  pageNeedsAddress: 'Eine Statusseite braucht einen Slug oder einen eigenen Host.',
  noSignInOnCustomHost:
    'Auf einem eigenen Host kann sich niemand anmelden; lassen Sie eines von beiden weg.',
  holdIsOneOfTwo: 'nennen Sie entweder eine Schwelle oder eine Pause in Minuten',
  callsAreNotHeld: 'Anrufe bei einer Telefonnummer werden nicht zurückgehalten',
  silenceMatchesNothing: 'nennen Sie mindestens eine Bedingung, oder Integrationen',
  mustBeAfter: 'muss nach {start} liegen',
  withinYearOfStart: 'darf höchstens ein Jahr nach start liegen',
  integrationOfOtherTeam:
    '{id} gehört einem anderen Team; eine Stummschaltung gilt nur für Integrationen ihres eigenen Teams.',
  calendarOfOne: 'Geben Sie eines von userId, teamId und scheduleId an.',
  escalationsStay:
    'Eskalationen lassen sich nicht in ein anderes Team verschieben; ersetzen Sie stattdessen die Eskalationen jenes Teams.',
  dayNotInCalendar: 'Den Tag {value} gibt es im Kalender nicht.',
  shiftTakerMissing: 'Nennen Sie, wer die Schicht übernimmt: Dieser Schlüssel gehört zu niemandem.',
  shiftOver: 'Die Schicht ist schon vorbei.',
  mustBeWithinDays: 'darf höchstens {days:number} Tage nach {start} liegen',
  shiftTakenByItsOwner: 'hat die Schicht schon selbst: Es würde sich nichts ändern',
  shiftTakerNoMember: '{by} ist kein Mitglied des Teams, also hätte niemand Bereitschaft.',
  shiftTakerAbsent: '{by} ist dann laut Vertretung {override} abwesend; löschen Sie diese zuerst.',
  shiftTakenAlready: 'Die Vertretung {override} hat {from} diese Schicht schon abgenommen.',
  timelineTooLong:
    'Der Plan hat mehr als {max:number} Schichten; fragen Sie nach einem kürzeren Zeitraum oder weniger Teams.',
  dutyReportTooLong:
    'Der Bericht hat mehr als {max:number} Bereitschaftszeiten; fragen Sie nach einem kürzeren Zeitraum oder weniger Teams.',
  noDomainName: '{domain} ist kein Domainname.',
  thereTwice: '{name} steht zweimal da.',
  issuerNeedsHttps: 'Geben Sie eine URL an, die mit https:// beginnt.',
  issuerHasCredentials: 'Lassen Sie Benutzername und Passwort aus der URL weg.',
  issuerHasQuery: 'Ein Aussteller hat weder Query noch Fragment.',
  issuerHasDiscovery: 'Lassen Sie /.well-known/openid-configuration weg.',
  issuerOfEveryTenant:
    'Nennen Sie statt {tenant} Ihren eigenen Mandanten: Sonst könnte sich jeder anmelden, der ein Microsoft-Konto hat.',
  disabledNotRequirable: 'Eine abgeschaltete Verbindung lässt sich nicht vorschreiben.',
  unprovenNotRequirable:
    'Mit dieser Verbindung hat sich noch niemand angemeldet; melden Sie sich einmal damit an, und schreiben Sie sie dann vor.',
  notAnOwner: '{id} ist nicht Inhaber der Organisation.',
  breakGlassMissing:
    'Nennen Sie einen Inhaber, der hier ein Passwort oder einen Passkey hat: Sonst könnte sich niemand anmelden, wenn der Identitätsanbieter ausfällt.',
  monitorUnset: 'Dieser Monitor hat noch keine Einstellungen, also erwartet er nichts.',
  tooManySignsOfLife: 'Zu viele Lebenszeichen auf einmal; senden Sie es noch einmal.',
  foreignSuppressedTeams:
    'Sie können nur Störungen von Teams zurückhalten lassen, die Sie administrieren. Diese gehören nicht dazu: {teams}. Fragen Sie einen Administrator der Organisation.',
  suppressionNeedsSource:
    'Nennen Sie mindestens eine Bedingung: Was auf beide Seiten passt, wird nie zurückgehalten, also hält eine Ursache, auf die alles passt, nichts zurück.',
  foreignCallTeams:
    'Sie können Anrufe nur zu Teams leiten, die Sie administrieren. Diese gehören nicht dazu: {teams}. Fragen Sie einen Administrator der Organisation.',
  pingHostInvalid:
    'Geben Sie einen Hostnamen oder eine Adresse an; host:port fragt diesen Port über TCP.',
  noHttpUrl: 'Das ist keine URL mit http oder https.',
  headerUnsendable:
    '{name} lässt sich nicht senden: Namen haben Buchstaben, Ziffern und Bindestriche, Werte keine Zeilenumbrüche.',
  noPhoneNumberType: '{type} ist keine Rufnummer.',
  audioTooLarge: 'Die Datei hat {bytes:number} Bytes; höchstens 5 MB werden aufbewahrt.',
  audioTooLong:
    'Die Aufnahme dauert {seconds:number} Sekunden; höchstens {max:number} sind möglich.',
  integrationTypeUnknown: 'Den Typ {name} gibt es nicht; siehe /inbound-integration/types.',
  numbersNeedAdministrators:
    'Nur Administratoren und Inhaber der Organisation können Rufnummern anlegen.',
  settingsOfOtherType: 'Der Typ {type} hat diese Einstellungen nicht; lassen Sie sie weg.',
  mailCarriesNoToken: 'Mails haben kein Token; begrenzen Sie, von welchen Adressen sie kommen.',
  setupAcceptedKey:
    'Ein Programm, dessen Schlüssel sich schwer ändern lässt, behält ihn: Tragen Sie ihn in den Einstellungen dieser Integration unter Schlüssel anderer Produkte ein (acceptedKeys).',
  acceptedKeysNeedRequests:
    '{type} erhält keine Anfragen, die einen Schlüssel hätten; lassen Sie dies weg.',
  acceptedKeyShape:
    'Nennen Sie den Schlüssel, wie der Absender ihn hat: 20 bis 200 Buchstaben, Ziffern und _ . ~ / + = -, mit Leerzeichen nur in der Mitte.',
  acceptedKeyTwice: 'dieser Schlüssel steht zweimal da',
  typeSignsNothing:
    '{type} signiert nichts, was prüfbar wäre; verwenden Sie die Anmeldung am Webhook.',
  signingSecretMissing: 'nennen Sie das Geheimnis, mit dem der Absender signiert',
  userCalendarUnpublished:
    'Der Kalender ist nicht veröffentlicht: Setzen Sie zuerst calendarPublishingSettings.isPublished dieser Person auf true.',
  teamCalendarUnpublished:
    'Der Kalender ist nicht veröffentlicht: Setzen Sie zuerst calendarPublishingSettings.isPublished dieses Teams auf true.',
  shiftNotTheirs: '{from} hat zwischen start und end keine Bereitschaft.',
  shiftNotTheirsInTier:
    '{from} hat zwischen start und end in Stufe {tier:number} keine Bereitschaft.',
  carrierVerifiesItself:
    'Lassen Sie es weg: Anfragen des Anbieters werden durch den Zugang der Nummer geprüft.',
  cronNeedsFields: 'Das ist kein Cron-Ausdruck; schreiben Sie fünf Felder, etwa 0 3 * * *.',
  cronNamesNothing: 'Dieser Ausdruck nennt keinen Zeitpunkt, der noch kommt.',
  cronUnreadable: 'Das ist kein Cron-Ausdruck: {reason}',
} as const;
