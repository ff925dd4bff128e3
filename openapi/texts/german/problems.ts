/** Why a request was refused: what pages of the console show of problem details. */
export const problems = {
  problemValidationFailed: 'Die Angaben sind nicht gültig',
  problemMalformedBody: 'Der Inhalt der Anfrage ist nicht lesbar',
  problemUnauthenticated: 'Sie sind nicht angemeldet',
  problemForbidden: 'Nicht erlaubt',
  problemCodeOnly: 'Code verwaltet dieses Objekt',
  problemSignInAgain: 'Bestätigen Sie zuerst, wer Sie sind',
  problemPlanRequired: 'Der Tarif der Organisation enthält das nicht',
  problemNotFound: 'Nicht gefunden',
  problemMethodNotAllowed: 'Diese Methode gibt es hier nicht',
  problemRequestTimeout: 'Die Anfrage kam zu langsam an',
  problemConflict: 'Das passt nicht zu dem, was gespeichert ist',
  problemIncidentChangedMeanwhile: 'Jemand anderes hat die Störung inzwischen geändert',
  problemChangedMeanwhile: 'Es wurde geändert, nachdem Sie es gelesen haben',
  problemIdempotencyKeyReused: 'Der Idempotency-Key gehört zu einer anderen Anfrage',
  problemPayloadTooLarge: 'Die Anfrage ist zu groß',
  problemUnsupportedMediaType: 'Diese Art von Inhalt wird nicht gelesen',
  problemRangeNotSatisfiable: 'Diesen Teil hat die Datei nicht',
  problemRateLimited: 'Zu viele Anfragen',
  problemInternal: 'Interner Fehler des Servers',
  problemSenderUnverifiable: 'Der Absender ist gerade nicht prüfbar',
  problemOverloaded: 'Der Server ist überlastet',
  problemStoreUnavailable: 'Die Datenbank ist nicht erreichbar',

  memberIsWrong: '{member}: {reason:sentence}',
  membersAreWrong: '{members:reasons}',
  mustBeGiven: 'ist erforderlich',
  mustBeOneOf: 'muss eines von diesen sein: {values}',
  mustExistAsTime: 'ist kein Zeitpunkt, den es gibt',
  mustBeOfType: 'muss vom Typ {type} sein',
  mustMatchFormat: 'muss das Format „{format}“ haben',
  mustBeLonger: 'braucht mindestens {limit:number} Zeichen',
  mustBeShorter: 'darf höchstens {limit:number} Zeichen haben',
  mustNameSome: 'muss mindestens eines nennen oder wegbleiben, wo das geht',
  mustHaveMoreItems: 'braucht mindestens {limit:number} Einträge',
  mustHaveFewerItems: 'darf höchstens {limit:number} Einträge haben',
  mustBeAtLeast: 'muss mindestens {limit:number} sein',
  mustBeAtMost: 'darf höchstens {limit:number} sein',
  mustBeMultipleOf: 'muss ein Vielfaches von {multiple:number} sein',
  mustHaveNoOthers: 'hat Angaben, die es hier nicht gibt',
  isInvalid: 'ist nicht gültig',

  noSuchObject: 'In dieser Organisation gibt es nichts mit der Id {id} ({what}).',
  entityTypeUnknown: 'Es gibt keine Objekte der Art {what}.',
  roleNeeded: 'Dafür braucht man die Rolle {role} oder eine höhere.',
  teamRoleNeeded: 'Dafür braucht man die Rolle Administrator im Team oder in der Organisation.',
  planNeeded: 'Dafür braucht man den Tarif {plans:either}; die Organisation hat {plan}.',
  recentSignInNeeded:
    'Dafür darf die Anmeldung höchstens 15 Minuten her sein: Bestätigen Sie unter /account/confirm, wer Sie sind, und versuchen Sie es noch einmal.',
  sessionOver: 'Die Sitzung ist zu Ende; melden Sie sich unter /sign-in neu an.',
  managedByCode:
    '{what} {id} verwaltet Code, und diese Organisation ändert solche Objekte nur durch Code: Ändern Sie es in Ihren Dateien für Terraform oder CDK, oder über die API mit einem Schlüssel.',
  changingNow: '{what} {id} wird gerade von anderen geändert; versuchen Sie es noch einmal.',
  databaseAway:
    'Die Datenbank ist nicht erreichbar oder nimmt nichts an; versuchen Sie es noch einmal.',
  bodyTooLarge: 'Der Inhalt ist größer als erlaubt.',

  emailTaken:
    'Jemand anderes in der Organisation hat diese E-Mail-Adresse, oder hat sie als Benutzernamen.',
  alreadyInOrganization:
    'Diese Person hat schon eine Rolle in der Organisation; ändern Sie diese Mitgliedschaft.',
  domainProvenElsewhere:
    'Eine dieser Domains ist für eine andere OIDC-Verbindung dieser Installation nachgewiesen.',
  alreadyInTeam: 'Diese Person ist schon im Team; ändern Sie diese Mitgliedschaft.',
  pageAddressTaken:
    'Eine andere Statusseite dieses Servers hat diesen Slug oder Host schon; wählen Sie einen anderen.',
  subscribedAlready: 'Diese Adresse hat die Statusseite schon abonniert.',
  integrationAddressTaken: 'Eine andere Integration hat eine dieser E-Mail-Adressen schon.',
  acceptedKeyTaken:
    'Auf einen dieser Schlüssel hört schon eine andere Integration dieses Servers; nehmen Sie ihn dort zuerst weg.',
  takenBy: '{taken:sentence} Die Id ist {id}.',
  valueTaken:
    '{what} gibt es schon mit dieser Angabe ({members:choices}); ändern oder löschen Sie das andere zuerst.',
};
