/** Why somebody is told, and why not. */
export const deliveries = {
  tierOfTeam: 'Stufe {tier:number} von {team}',
  nobodyReachedIn: 'In {team} war niemand erreichbar',
  assignedToYou: 'Ihnen zugewiesen',
  toldOfIncident: 'Sie wissen schon von der Störung',
  connectedWithTeam: 'Mit dem Team verbunden',
  onCallReminder: 'Erinnerung an die Bereitschaft',
  statusPageSubscribed: 'Hat eine Statusseite abonniert',
  statusPageSubscribing: 'Möchte eine Statusseite abonnieren',
  testBy: 'Test von {person}',
  sentAgainBy: 'Erneut gesendet von {person}. {because:sentence}',

  personSuspended: 'Diese Person ist gesperrt.',
  personGone: 'Die Person gehört nicht mehr zur Organisation.',
  personTakesNone:
    'Die Einstellungen dieser Person senden nichts bei Schweregrad {severity:choice}.',
  personHasNoEmail: 'Diese Person hat keine E-Mail-Adresse.',
  personHasNoPhone: 'Diese Person hat keine bestätigte Telefonnummer.',
  personHasNoDevice: 'Diese Person hat kein Gerät, das Push-Nachrichten bekommt.',
  channelMuted: 'Eine Regel schaltet diesen Kanal für die Störung stumm.',
  channelNotConfigured:
    '{channel:choice} ist auf diesem Server nicht eingerichtet; es fehlt {settings:list}.',
  callsNotConfigured: 'Anrufe sind auf diesem Server nicht eingerichtet; es fehlt {settings:list}.',
  deviceUnsubscribed: 'Dieses Gerät bekommt keine Push-Nachrichten mehr.',
  channelFails: 'Dieser Kanal ist gestört.',
  attemptUnanswered:
    'Ein Sendeversuch endete ohne Antwort; vielleicht kam es an. {reason:sentence}',
  noteOver: 'Was sie sagt, war vorher vorbei.',
  reminderTooLate: 'Sie ließ sich innerhalb von zehn Minuten nicht senden.',
  lineBusy: 'Die Leitung war besetzt.',
  callUnanswered: 'Niemand nahm den Anruf an.',
  callCanceled: 'Der Anruf endete, bevor jemand abnahm.',
  carrierUndelivered: 'Der Anbieter konnte es nicht zustellen.',
  carrierError: '{failure:sentence} (Fehler {error} des Anbieters)',

  receiverAnswered: 'Die Gegenstelle antwortete mit {status:number}.',
  receiverAnsweredWith: 'Die Gegenstelle antwortete mit {status:number}: {body}.',
  noAnswerWithin: 'Keine Antwort innerhalb von {milliseconds:number} ms.',
  connectionFailed: 'Die Verbindung ist gescheitert: {why}.',
  redirectedTooOften: 'Mehr als {count:number} Weiterleitungen.',
  addressNotPublic:
    '{host} führt zu {address}, und das ist keine öffentliche Adresse. Wer den Server betreibt, kann sie mit TOCSIN_ALLOW_PRIVATE_TARGETS erlauben.',
  hostNotResolved: 'Für {host} lässt sich keine Adresse finden.',
  hostHasNoAddress: '{host} hat keine Adresse.',
  hostNotLookedUp: 'Die Nameserver, die dieser Server fragt, gaben zu {host} keine Antwort.',
  checkNotMade: 'Die Prüfung war nicht möglich. {why:sentence}',
  mailServerAnswered: 'Der Mailserver antwortete: {answer}',
  mailServerAnsweredUser:
    'Der Mailserver antwortete: {answer} Benutzer und Passwort in TOCSIN_SMTP_URL sind zu prüfen.',
  mailServerUnreachable: 'Der Mailserver ist nicht erreichbar: {why}',
  mailNotSendable: 'Die Mail lässt sich nicht senden: {why}',
  serverFault: 'Interner Fehler; das Protokoll des Servers hat die Einzelheiten.',
  toolHangs:
    'Das Werkzeug antwortet nicht rechtzeitig. Dies wartet, bis es eine andere Nachricht beantwortet.',

  incidentGone: 'Die Störung gibt es nicht mehr.',
  incidentDeleted: 'Die Störung wurde gelöscht.',
  incidentSnoozed: 'Die Störung ist zurückgestellt.',
  incidentMuted: 'Die Störung ist stumm.',
  incidentMerged: 'Die Störung ist Teil einer anderen.',
  incidentResolvedBefore: 'Die Störung war schon gelöst.',
  incidentArchivedBefore: 'Die Störung war schon archiviert.',
  incidentReopenedBefore: 'Die Störung war schon wieder geöffnet.',
  incidentAcknowledgedBefore: 'Die Störung war schon angenommen.',
  incidentAssignedBefore: 'Die Störung war schon jemandem zugewiesen.',
  incidentAlertsAnew:
    'Die Störung wurde inzwischen wieder geöffnet oder geweckt und alarmiert neu.',
  acknowledgementTakenBack: 'Die Annahme war schon zurückgenommen.',

  statusPageDeleted: 'Die Statusseite wurde gelöscht.',
  statusPageSendsNoTexts: 'Die Statusseite sendet keine SMS mehr.',
  signUpOver: 'Die Anmeldung wurde inzwischen bestätigt oder ist zu alt.',
  subscriptionEnded: 'Das Abonnement wurde beendet.',
  newsTooOld: 'Es ist zu lange her.',
  updateWithdrawn: 'Die öffentliche Meldung wurde zurückgezogen.',

  toolPaused: 'Die ausgehende Integration ist angehalten.',
  noticeOvertaken:
    '„{told:sentence}“ ließ sich nicht senden, bevor es dazu Neueres zu sagen gab; das wird stattdessen gesendet.',
  toolDeleted: 'Die ausgehende Integration wurde gelöscht.',
  toolUnset: 'Der ausgehenden Integration fehlen die Einstellungen ({settings:list}).',
  teamDeleted: 'Das Team wurde gelöscht.',
} as const;
