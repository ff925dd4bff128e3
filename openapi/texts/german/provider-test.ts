/** Was ein Test eines Identitätsanbieters Schritt für Schritt findet. */
export const providerTest = {
  stepBeforeFailed: 'Ein Schritt davor ist gescheitert.',
  discoveryRedirects:
    '{url} leitet an eine andere Adresse weiter ({status:number}). Geben Sie den Aussteller an, zu dem sie gehört: Weiterleitungen wird nicht gefolgt.',
  discoveryMissing:
    '{url} antwortet mit {status:number}: Dort ist kein Discovery-Dokument. Prüfen Sie den Pfad des Ausstellers, etwa den Realm oder die Anwendung.',
  discoveryTooLarge: '{url} antwortet mit mehr als 64 KiB.',
  answersNoObject: '{url} antwortet nicht mit einem JSON-Objekt.',
  answersNoJson: '{url} antwortet nicht mit JSON.',
  addressAnswers: '{url} antwortet.',
  addressUnreachable: '{url} ist nicht erreichbar. {why:sentence}',
  issuerUnnamed: 'Das Discovery-Dokument nennt keinen Aussteller.',
  issuerIs: 'Es ist der Aussteller {issuer}.',
  issuerSpelled:
    'Das Discovery-Dokument schreibt den Aussteller {found}: derselbe, nur anders geschrieben als {issuer}.',
  issuerOther:
    'Nach dem Discovery-Dokument heißt der Aussteller {found}. Legen Sie die Verbindung genau damit an, mit oder ohne Schrägstrich am Ende wie dort.',
  discoveryLacks: 'Im Discovery-Dokument fehlt: {members:list}.',
  noCodeFlow: 'Den Authorization Code Flow bietet er nicht an.',
  noPublicKey:
    'Er signiert ID-Tokens ohne öffentlichen Schlüssel (nur none oder HMAC). Wählen Sie dort RS256 oder ES256.',
  pkceUnsaid:
    'Er sagt nicht, dass er PKCE unterstützt. Es wird trotzdem gesendet; die meisten beachten es dann nicht.',
  noPkce: 'Er unterstützt PKCE mit S256 nicht, das den Code unterwegs schützt.',
  canSignIn: 'Authorization Code Flow mit PKCE (S256) und signierten ID-Tokens.',
  noKeySet: '{url} antwortet mit {status:number} und ohne Schlüssel.',
  noSigningKey: '{url} hat keinen Schlüssel für Signaturen.',
  signingKeys: 'Schlüssel für Signaturen: {count:number}.',
  tookMadeUpCode: 'Der Token-Endpunkt hat einen Code angenommen, den niemand ausgestellt hat.',
  tokensUnreachable: 'Der Token-Endpunkt ist nicht erreichbar. {why:sentence}',
  clientRefused:
    'Der Identitätsanbieter weist den Client zurück: {answer}. Kopieren Sie Client-ID und Secret noch einmal; das Secret kann abgelaufen sein.',
  clientAccepted: 'Client-ID und Secret werden angenommen.',
  clientUnclear:
    'Ob der Client angenommen wird, lässt sich nicht sagen; die Antwort auf einen erfundenen Code war: {answer}',
  clientUnclearAnswer:
    'Ob der Client angenommen wird, lässt sich nicht sagen; die Antwort auf einen erfundenen Code war nicht zu verstehen.',
  noDomains:
    'Es sind keine Domains genannt: Niemand wird nach seiner Adresse hierher geleitet, und nur wer sich selbst verknüpft hat, kann sich anmelden.',
  domainsProven: 'Alle Domains sind nachgewiesen.',
  domainsUnproven:
    'Nicht durch einen DNS-Eintrag nachgewiesen: {domains:list}. Welcher Eintrag fehlt, steht bei den Domains.',
  logoutWorks: 'Abmelden funktioniert in beide Richtungen.',
  noLogoutThere: 'Er sagt nicht, dass er abmeldet, wer sich hier abmeldet (RP-initiated Logout).',
  noLogoutNews: 'Er sagt nicht, dass er Abmeldungen meldet (Back-Channel Logout).',
  noLogoutAtAll:
    'Er sagt weder, dass er abmeldet, wer sich hier abmeldet (RP-initiated Logout), noch, dass er Abmeldungen meldet (Back-Channel Logout).',
} as const;
