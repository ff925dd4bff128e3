/** Schichten, um deren Übernahme jemand bittet. */
export const cover = {
  coverGivesNeeded: 'nennen Sie die Zeiten, die dafür gegeben werden, oder nehmen Sie kind cover',
  coverGivesNothing: 'gilt nur für einen Tausch: kind swap verwenden oder weglassen',
  coverOverlap:
    'darf sich weder mit der Schicht noch mit einer anderen dieser Zeiten überschneiden',
  coverExpiry: 'muss in der Zukunft liegen, und nicht nach end',
  coverAsksOwner: 'nennt, wessen Schicht es ist: bitten Sie jemand anderen',
  coverAlone:
    'sonst ist niemand in diesem Dienstplan genannt: Nennen Sie, wer gefragt wird, oder nehmen Sie erst Personen in ihn auf',
  coverAloneInTeam:
    'sonst ist niemand Mitglied dieses Teams: Nennen Sie, wer gefragt wird, sobald es so ist, oder bitten Sie um eine Vertretung',
  coverRefused: 'Die Schicht konnte nicht übergeben werden: {why:sentence}',
  coverTakerOnDuty: '{by} hat dann schon Bereitschaft: Es würde sich nichts ändern.',
  coverNotAsked: 'Nur wer gefragt wurde, antwortet auf diese Anfrage, oder wer das Team verwaltet.',
  coverAnswererMissing: 'Nennen Sie, wer antwortet: Dieser Schlüssel gehört zu niemandem.',
  coverIsAccepted: 'Jemand hat diese Anfrage schon angenommen.',
  coverIsDeclined: 'Alle Gefragten haben diese Anfrage abgelehnt; sie muss neu gestellt werden.',
  coverIsExpired:
    'Für eine Antwort auf diese Anfrage ist es zu spät; sie muss neu gestellt werden.',
  coverIsWithdrawn: 'Diese Anfrage wurde zurückgezogen.',
  coverNotYours:
    'Nur wessen Schicht es ist, zieht diese Anfrage zurück, und wer sie angenommen hat.',
  coverBegun: 'Die Schicht hat begonnen: Jetzt gibt sie nur zurück, wer das Team verwaltet.',
  coverOverride:
    'Diese Vertretung gehört zur Anfrage {request}: Ziehen Sie stattdessen diese zurück.',

  coverAskedTitle: '{name:person} bittet Sie, eine Schicht zu übernehmen',
  coverAsked:
    '{name:person} fragt, wer die Schicht für {place} von {start:moment} bis {end:moment} übernimmt. Wer zuerst zusagt, hat sie.',
  coverGives:
    'Dafür hat {name:person} Bereitschaft an Stelle derer, die zusagen, von {start:moment} bis {end:moment}.',
  coverMessage: '{name:person} schreibt: {message}',
  coverAnswer: 'Antworten',
  coverAcceptedTitle: '{name:person} übernimmt Ihre Schicht',
  coverAccepted:
    '{name:person} hat an Ihrer Stelle Bereitschaft für {place} von {start:moment} bis {end:moment}.',
  coverTakenTitle: 'Sie übernehmen die Schicht von {name:person}',
  coverTaken:
    'Sie haben an Stelle von {name:person} Bereitschaft für {place} von {start:moment} bis {end:moment}.',
  coverFailedTitle: 'Niemand übernimmt Ihre Schicht',
  coverDeclined:
    'Alle Gefragten haben abgelehnt: Sie behalten die Bereitschaft für {place} von {start:moment} bis {end:moment}.',
  coverExpired:
    'Niemand hat rechtzeitig zugesagt: Sie behalten die Bereitschaft für {place} von {start:moment} bis {end:moment}.',
  coverWithdrawnTitle: 'Eine Schicht geht an {name:person} zurück',
  coverWithdrawn:
    '{name:person} hat wieder Bereitschaft für {place} von {start:moment} bis {end:moment}, als wäre nie gefragt worden.',
  coverRefusedTitle: 'Eine Schicht von {name:person} wurde nicht übergeben',
  coverNotMade:
    'Wer von {start:moment} bis {end:moment} Bereitschaft für {place} hat, bleibt wie geplant: {why:sentence}',

  coverAskedInChatTitle: '{name:person} bittet um Vertretung',
  coverAskedNames: 'Gefragt: {names:people}.',
  coverOnCallPage: 'Seite Bereitschaft öffnen',
  coverTakenInChatTitle: '{taker:person} übernimmt die Schicht von {name:person}',
  coverTakenInChat:
    '{taker:person} hat an Stelle von {name:person} Bereitschaft für {place} von {start:moment} bis {end:moment}.',
  coverFailedInChatTitle: 'Niemand übernimmt die Schicht von {name:person}',
  coverDeclinedInChat:
    'Alle Gefragten haben abgelehnt: {name:person} behält die Bereitschaft für {place} von {start:moment} bis {end:moment}.',
  coverExpiredInChat:
    'Niemand hat rechtzeitig zugesagt: {name:person} behält die Bereitschaft für {place} von {start:moment} bis {end:moment}.',
  coverTakenBackTitle: 'Niemand muss die Schicht von {name:person} übernehmen',
  coverTakenBack:
    'Die Anfrage wurde zurückgezogen: {name:person} behält die Bereitschaft für {place} von {start:moment} bis {end:moment}.',

  coverAcceptButton: 'Ich übernehme die Schicht',
  coverDeclineButton: 'Ich kann nicht',
  coverPageTaken: 'Sie übernehmen die Schicht. Danke.',
  coverPageDeclined: 'Sie haben abgelehnt.',
  coverGone: 'Diese Anfrage gibt es nicht mehr.',
} as const;
