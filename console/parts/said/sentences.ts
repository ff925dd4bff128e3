import { choiceOf } from '../schema-form/choices.ts';

/** What stands in for a name in a sentence: `{name}`; `{+name}` is itself something that the server says; `{choice:name}` a choice or several. */
export type Sentence = readonly [english: string, german: string];

/** Why somebody is told. */
const because: readonly Sentence[] = [
  ['Tier {tier} of {team}', 'Stufe {tier} von {team}'],
  ['Nobody could be reached in {team}', 'In {team} war niemand erreichbar'],
  ['Assigned to you', 'Ihnen zugewiesen'],
  ['You were told of the incident', 'Sie wissen schon von der Störung'],
  ['Connected with the team', 'Mit dem Team verbunden'],
  ['On-call reminder', 'Erinnerung an die Bereitschaft'],
  ['Subscribed to a status page', 'Hat eine Statusseite abonniert'],
  ['Wants to subscribe to a status page', 'Möchte eine Statusseite abonnieren'],
  ['Sent again by {person}. {+because}', 'Erneut gesendet von {person}. {+because}'],
  [
    'Nobody has been reached yet: {channel} to {+because} could not be sent. {+reason} It is tried again.',
    'Noch niemand erreicht: {channel} an {+because} ließ sich nicht senden. {+reason} Es wird wieder versucht.',
  ],
  ['Nobody on call in {team} was told.', 'Niemand in Bereitschaft in {team} wurde verständigt.'],
  ['Being told instead: {people}.', 'Stattdessen werden verständigt: {people}.'],
  [
    'Told instead of those on call in {team}: {people}.',
    'Statt der Bereitschaft von {team} verständigt: {people}.',
  ],
  [
    'No message to {people} was delivered. {+outcome}',
    'Keine Nachricht an {people} kam an. {+outcome}',
  ],
  [
    'Its administrators and the Owners cannot be told either.',
    'Auch seine Administratoren und die Owner sind nicht zu verständigen.',
  ],
];

/** Why somebody is not told. */
const unsent: readonly Sentence[] = [
  ['This person is suspended.', 'Diese Person ist gesperrt.'],
  [
    'The notification settings of this person send nothing for {choice:severity} incidents.',
    'Die Einstellungen dieser Person senden nichts bei Schweregrad {choice:severity}.',
  ],
  [
    'A routing rule mutes this channel for the incident.',
    'Eine Regel schaltet diesen Kanal für die Störung stumm.',
  ],
  ['This person has no e-mail address.', 'Diese Person hat keine E-Mail-Adresse.'],
  [
    'This person has no confirmed phone number.',
    'Diese Person hat keine bestätigte Telefonnummer.',
  ],
  [
    'This person has no device that is subscribed to push messages.',
    'Diese Person hat kein Gerät, das Push-Nachrichten bekommt.',
  ],
  [
    'E-mail is not configured: set {settings}.',
    'E-Mail ist auf diesem Server nicht eingerichtet; es fehlt {settings}.',
  ],
  [
    'SMS is not configured: set {settings}.',
    'SMS sind auf diesem Server nicht eingerichtet; es fehlt {settings}.',
  ],
  [
    'Voice calls are not configured: set {settings}.',
    'Anrufe sind auf diesem Server nicht eingerichtet; es fehlt {settings}.',
  ],
  [
    'This device is not subscribed to push messages any more.',
    'Dieses Gerät bekommt keine Push-Nachrichten mehr.',
  ],
  [
    'An attempt to send it ended without an answer, so it may have arrived. {+reason}',
    'Ein Sendeversuch endete ohne Antwort; vielleicht kam es an. {+reason}',
  ],
  ['The incident was deleted.', 'Die Störung wurde gelöscht.'],
  ['What it says was over before.', 'Was sie sagt, war vorher vorbei.'],
  ['The incident is snoozed.', 'Die Störung ist zurückgestellt.'],
  ['The incident was resolved before.', 'Die Störung war schon gelöst.'],
  ['The incident was acknowledged before.', 'Die Störung war schon angenommen.'],
  ['The outbound integration is paused.', 'Die ausgehende Integration ist angehalten.'],
  ['The outbound integration was deleted.', 'Die ausgehende Integration wurde gelöscht.'],
  [
    'The outbound integration has no {settings}; set them.',
    'Der ausgehenden Integration fehlen die Einstellungen ({settings}).',
  ],
  ['The team was deleted.', 'Das Team wurde gelöscht.'],
];

/** What keeps people from being told. */
const coverage: readonly Sentence[] = [
  [
    'Nobody is on call in any tier from {moment:from} to {moment:until}.',
    'Von {moment:from} bis {moment:until} hat niemand Bereitschaft, in keiner Stufe.',
  ],
  [
    'Nobody is on call in any tier, until {moment:until} at least.',
    'Niemand hat Bereitschaft, in keiner Stufe, mindestens bis {moment:until}.',
  ],
  ['Nobody is on call in any tier.', 'Niemand hat Bereitschaft, in keiner Stufe.'],
  ['The team has no escalation tiers.', 'Das Team hat keine Stufen.'],
  [
    'The team has no escalation tiers. Of incidents that its routing rules give to no other team only its administrators are told.',
    'Das Team hat keine Stufen. Von Störungen, die seine Regeln keinem anderen Team geben, erfahren nur seine Administratoren.',
  ],
  [
    'The team has no escalation tiers: only its administrators are told of its incidents.',
    'Das Team hat keine Stufen: Nur seine Administratoren erfahren von Störungen.',
  ],
  [
    'Tier {tier} has no people; alerts pass over it.',
    'Stufe {tier} hat keine Menschen; Alarme gehen an ihr vorbei.',
  ],
  [
    'Alerts are not repeated and no further tier follows: when the first people on call do not answer, nobody else is told.',
    'Alarme werden nicht wiederholt, und keine Stufe folgt: Antworten die Ersten nicht, erfährt es sonst niemand.',
  ],
  [
    '{person} is suspended: alerts pass over them in tier {tier}.',
    '{person} ist gesperrt: Alarme gehen in Stufe {tier} an der Person vorbei.',
  ],
  [
    '{person} is suspended: alerts pass over them in tiers {choice:tiers}.',
    '{person} ist gesperrt: Alarme gehen in den Stufen {choice:tiers} an der Person vorbei.',
  ],
  [
    '{person} is on call, and no alert reaches them. {+why}',
    '{person} hat Bereitschaft, und kein Alarm kommt an. {+why}',
  ],
  [
    '{person} is on call, and no alert of {choice:severities} incidents reaches them. {+why}',
    '{person} hat Bereitschaft, und bei Schweregrad {choice:severities} kommt kein Alarm an. {+why}',
  ],
  [
    '1 person who will be on call switched this channel on.',
    '1 Person mit Bereitschaft hat diesen Kanal eingeschaltet.',
  ],
  [
    '{count} people who will be on call switched this channel on.',
    '{count} Personen mit Bereitschaft haben diesen Kanal eingeschaltet.',
  ],
  [
    'Tier {tier} assigns {team}, where nobody is on call in any tier.',
    'Stufe {tier} weist {team} zu, wo niemand Bereitschaft hat.',
  ],
  [
    '{channel} cannot be sent, whoever it is for. {+reason}',
    '{channel} kommt bei niemandem an. {+reason}',
  ],
  [
    'The mapping of “{name}” cannot read what the integration is sent. Correct it, and replay the payloads.',
    'Die Zuordnung von „{name}“ kann nicht lesen, was die Integration empfängt. Korrigieren Sie sie, und spielen Sie die Meldungen erneut ein.',
  ],
  [
    'The mapping of “{name}” cannot read what the integration is sent, and no incident opens for it. {+told}',
    'Die Zuordnung von „{name}“ kann nicht lesen, was die Integration empfängt, und es eröffnet keine Störung. {+told}',
  ],
  ['Administrators were told: {names}.', 'Administratoren wurden informiert: {names}.'],
  ['Administrators are being told.', 'Administratoren werden informiert.'],
  [
    'No message to an Administrator or Owner arrives.',
    'Bei keinem Administrator oder Inhaber kommt eine Nachricht an.',
  ],
  [
    'Administrators are being told that it could not be read.',
    'Administratoren werden informiert, dass sie nicht gelesen werden konnte.',
  ],
  [
    'Told that it could not be read: {names}.',
    'Wurden informiert, dass sie nicht gelesen werden konnte: {names}.',
  ],
  [
    'Told of an earlier payload that could not be read, and not again before payloads are read: {names}.',
    'Wurden von einer früheren Meldung informiert, die nicht gelesen werden konnte, und erst dann wieder, wenn Meldungen gelesen werden: {names}.',
  ],
  [
    'Nobody could be told that it could not be read: no message to an Administrator or Owner arrives.',
    'Niemand konnte informiert werden, dass sie nicht gelesen werden konnte: Bei keinem Administrator oder Inhaber kommt eine Nachricht an.',
  ],
  [
    'The integration was set otherwise before anybody was told of it.',
    'Die Integration wurde umgestellt, bevor jemand informiert war.',
  ],
  [
    'Muted: nobody is told that it could not be read.',
    'Stumm: Dass sie nicht gelesen werden konnte, erfährt niemand.',
  ],
  [
    'The mapping of “{name}” could not read the last payload, which the integration is set to ignore.',
    'Die Zuordnung von „{name}“ konnte die letzte Meldung nicht lesen, und die Integration ist so eingestellt, dass das niemand erfährt.',
  ],
  ['{tool} “{name}”: {+reason}', '{tool} „{name}“: {+reason}'],
  [
    'The routing “{name}” names something of the kind {kind} that was deleted ({field}).',
    'Die Weiterleitung „{name}“ nennt etwas Gelöschtes (Art {kind}, {field}).',
  ],
  [
    'Rule {number} of the routing “{name}” names something of the kind {kind} that was deleted ({field}).',
    'Regel {number} der Weiterleitung „{name}“ nennt etwas Gelöschtes (Art {kind}, {field}).',
  ],
  [
    'Rule {number} ({rule}) of the routing “{name}” names something of the kind {kind} that was deleted ({field}).',
    'Regel {number} ({rule}) der Weiterleitung „{name}“ nennt etwas Gelöschtes (Art {kind}, {field}).',
  ],
  [
    'Calls to the number “{number}” may not arrive. {+why}',
    'Anrufe der Nummer „{number}“ kommen vielleicht nicht an. {+why}',
  ],
  [
    'By hand: at the carrier, enter {voice} for incoming calls, {fallback} for when that fails, and {status} for changes of the status of a call, all of them with POST.',
    'Von Hand: Tragen Sie beim Anbieter {voice} für eingehende Anrufe ein, {fallback}, falls das scheitert, und {status} für Änderungen am Status eines Anrufs, alle mit POST.',
  ],
  [
    'Changed: at the carrier, calls to {number} go nowhere now; save the integration to lead them here again.',
    'Geändert: Beim Anbieter führen Anrufe der Nummer {number} nirgendwohin; speichern Sie die Integration, damit sie wieder hier ankommen.',
  ],
  [
    'Changed: at the carrier, calls to {number} go to {address} now; save the integration to lead them here again.',
    'Geändert: Beim Anbieter gehen Anrufe der Nummer {number} jetzt an {address}; speichern Sie die Integration, damit sie wieder hier ankommen.',
  ],
  ['With credentials this is done for you.', 'Mit Zugangsdaten geschieht das von selbst.'],
  [
    'Waiting: no carrier reaches {address}; set TOCSIN_PUBLIC_URL to the public address of this server.',
    'Wartet: Kein Anbieter erreicht {address}; setzen Sie TOCSIN_PUBLIC_URL auf die öffentliche Adresse dieses Servers.',
  ],
  [
    'Waiting: the integration {name} answers {number}; delete it, or change its number.',
    'Wartet: Die Integration {name} nimmt {number} an; löschen Sie sie, oder ändern Sie ihre Nummer.',
  ],
  ['Waiting: the carrier is being asked.', 'Wartet: Der Anbieter wird gefragt.'],
  // What the carrier says is in its own words.
  ['Refused: {error}', 'Abgelehnt: {error}'],
  ['Waiting: {error} It is tried again.', 'Wartet: {error} Es wird erneut versucht.'],
  [
    'Callers of the number “{number}” who press {key} {+reach}',
    'Wer „{number}“ anruft und {key} drückt, {+reach}',
  ],
  ['Callers of the number “{number}” {+reach}', 'Wer „{number}“ anruft, {+reach}'],
  [
    'reach nobody: the team of the route was deleted.',
    'erreicht niemanden: Das Team dieses Weges wurde gelöscht.',
  ],
  [
    'reach nobody from {moment:from} to {moment:until}, and {count} times more: nobody with a confirmed phone number is on call in {team}.',
    'erreicht von {moment:from} bis {moment:until} niemanden, und {count} weitere Male: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft.',
  ],
  [
    'reach nobody from {moment:from} to {moment:until}: nobody with a confirmed phone number is on call in {team}.',
    'erreicht von {moment:from} bis {moment:until} niemanden: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft.',
  ],
  [
    'reach nobody from {moment:from} on, and {count} times more: nobody with a confirmed phone number is on call in {team}.',
    'erreicht ab {moment:from} niemanden, und {count} weitere Male: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft.',
  ],
  [
    'reach nobody from {moment:from} on: nobody with a confirmed phone number is on call in {team}.',
    'erreicht ab {moment:from} niemanden: In {team} hat niemand mit bestätigter Telefonnummer Bereitschaft.',
  ],
  ['They are asked for a message.', 'Es bleibt eine Nachricht auf dem Band.'],
  [
    'They hear the closing message, and nobody learns of it.',
    'Zu hören ist die Schlussansage, und niemand erfährt davon.',
  ],
];

/** Why rules fire or do not. */
const rules: readonly Sentence[] = [
  ['All conditions hold.', 'Alle Bedingungen treffen zu.'],
  [
    'The rule has fired for this incident before.',
    'Die Regel hat bei dieser Störung schon gegriffen.',
  ],
  ['An earlier rule discards the incident.', 'Eine frühere Regel verwirft die Störung.'],
  ['The rule {rule} skips those after it.', 'Die Regel {rule} überspringt die folgenden.'],
  ['The rule is gone.', 'Die Regel gibt es nicht mehr.'],
  [
    'The routing is gone, or no longer concerns the incident.',
    'Die Weiterleitung gibt es nicht mehr, oder sie betrifft die Störung nicht mehr.',
  ],
  [
    'The routing belongs to a team out of sight.',
    'Die Weiterleitung gehört einem Team, das Sie nicht sehen.',
  ],
  [
    'The status is {choice:status}, not {choice:wanted}.',
    'Der Status ist {choice:status}, nicht {choice:wanted}.',
  ],
  [
    'The severity is {choice:severity}, not {choice:wanted}.',
    'Der Schweregrad ist {choice:severity}, nicht {choice:wanted}.',
  ],
  [
    'The event is {choice:event}, not {choice:wanted}.',
    'Das Ereignis ist {choice:event}, nicht {choice:wanted}.',
  ],
  [
    'The incident comes from none of the integrations.',
    'Die Störung kommt von keiner der Integrationen.',
  ],
  ['The incident affects none of the services.', 'Die Störung betrifft keinen der Dienste.'],
  [
    'Neither the teams nor the integration have the label {label}.',
    'Weder die Teams noch die Integration haben das Etikett {label}.',
  ],
  ['None of the conditions on attributes holds.', 'Keine der Bedingungen an Attribute trifft zu.'],
  ['The incident has no attribute {name}.', 'Die Störung hat kein Attribut {name}.'],
  [
    '{name} is “{value}”, which is not {operator} “{wanted}”.',
    '{name} ist „{value}“, was nicht {operator} „{wanted}“ ist.',
  ],
  [
    'The rule only applies from {after} to {before} on {choice:days} in {zone}.',
    'Die Regel gilt nur von {after} bis {before} am {choice:days} in {zone}.',
  ],
  [
    'The rule only applies from {after} to {before} in {zone}.',
    'Die Regel gilt nur von {after} bis {before} in {zone}.',
  ],
  ['The rule only applies from {from}.', 'Die Regel gilt erst ab {from}.'],
  ['The rule only applied until {until}.', 'Die Regel galt nur bis {until}.'],
  ['Nothing: the rule has no actions.', 'Nichts: Die Regel hat keine Aktionen.'],
];

/** What became of payloads. */
const payloads: readonly Sentence[] = [
  [
    'The payload contains no alert: the list to split is empty.',
    'Die Meldung enthält keinen Alarm: Die Liste, die geteilt wird, ist leer.',
  ],
  [
    'It refers to a problem for which no incident is open.',
    'Sie meint ein Problem, zu dem keine Störung offen ist.',
  ],
  [
    'It repeats the end of a problem: the incident {incident} had it, and was resolved already.',
    'Sie wiederholt das Ende eines Problems: Die Störung {incident} hatte es und war schon gelöst.',
  ],
  [
    'A maintenance window is active, and there is no open incident to resolve.',
    'Ein Wartungsfenster läuft, und es gibt keine offene Störung, die sie lösen könnte.',
  ],
  [
    'A maintenance window is active: the payload is kept, no incident is opened or changed.',
    'Ein Wartungsfenster läuft: Die Meldung wird aufbewahrt, keine Störung wird eröffnet oder geändert.',
  ],
  [
    'The mapping discarded it (Discard is True).',
    'Die Zuordnung hat sie verworfen (Discard ist True).',
  ],
  ['The mapping failed.', 'Die Zuordnung ist gescheitert.'],
  ['Muted: nobody is told of a new incident.', 'Stumm: Von einer neuen Störung erfährt niemand.'],
  ['Opened: {+why}', 'Eröffnet: {+why}'],
  ['Updated: {+why}', 'Geändert: {+why}'],
  ['Resolved: {+why}', 'Gelöst: {+why}'],
  ['No open incident had this correlation.', 'Keine offene Störung gehörte dazu.'],
  [
    'Created as resolved: no open incident had this correlation.',
    'Als gelöst eröffnet: Keine offene Störung gehörte dazu.',
  ],
  [
    'An open incident had this correlation; it was resolved.',
    'Eine offene Störung gehörte dazu; sie wurde gelöst.',
  ],
  [
    'An open incident had this correlation; it was updated.',
    'Eine offene Störung gehörte dazu; sie wurde geändert.',
  ],
  [
    'An open subincident of the group had this correlation; it was resolved.',
    'Ein offenes Problem der Gruppe gehörte dazu; es wurde gelöst.',
  ],
  [
    'An open subincident of the group had this correlation; it was updated.',
    'Ein offenes Problem der Gruppe gehörte dazu; es wurde geändert.',
  ],
  [
    'A group with these grouping values is open; a subincident was added.',
    'Eine Gruppe mit diesen Werten ist offen; ein Problem kam dazu.',
  ],
  ['Stored; it is applied later.', 'Gespeichert; sie wird später angewandt.'],
  ['It was already applied.', 'Sie war schon angewandt.'],
  [
    'The request has neither a body nor a query, so it reports nothing.',
    'Die Anfrage hat weder Inhalt noch Parameter, also meldet sie nichts.',
  ],
  [
    'A fault in the server prevented its evaluation; see the log of the server.',
    'Ein Fehler im Server verhinderte ihre Auswertung; siehe sein Protokoll.',
  ],
  [
    'Its integration was deleted before it could be applied.',
    'Ihre Integration wurde gelöscht, bevor sie angewandt werden konnte.',
  ],
  [
    'This server receives no mail: nothing arrives here until its operator sets TOCSIN_SMTP_LISTEN.',
    'Dieser Server empfängt keine Mails: Hier kommt nichts an, bis sein Betreiber TOCSIN_SMTP_LISTEN setzt.',
  ],
  [
    'It has no integrationSettings.{settings}: no call arrives here.',
    'Ihr fehlen die Einstellungen {settings}: Hier kommt kein Anruf an.',
  ],
  [
    'It has no integrationSettings.{settings}: nothing is watched.',
    'Ihr fehlen die Einstellungen {settings}: Nichts wird überwacht.',
  ],
];

export const sentences: readonly Sentence[] = [
  ...because,
  ...unsent,
  ...coverage,
  ...rules,
  ...payloads,
];

/** `Critical and Warning`, `mon, tue`: choices in the language, whatever joins them. */
export function choicesIn(text: string): string {
  return text
    .split(/( and | or |, )/)
    .map((part) => joins[part] ?? choiceOf(part, 'de'))
    .join('');
}

const joins: Readonly<Record<string, string>> = { ' and ': ' und ', ' or ': ' oder ', ', ': ', ' };

/** `Sat 7 Mar 18:00` → `Sa., 7. März, 18:00`. The year is not said, and does not matter to the words. */
export function momentIn(text: string): string {
  const [, day = '', date = '', month = '', time = ''] =
    /^(\w{3}) (\d{1,2}) (\w{3,4}) (\d\d:\d\d)$/.exec(text) ?? [];
  if (time === '') return text;
  return `${days[day] ?? day}, ${date}. ${months[month] ?? month}, ${time}`;
}

const days: Readonly<Record<string, string>> = {
  Mon: 'Mo.',
  Tue: 'Di.',
  Wed: 'Mi.',
  Thu: 'Do.',
  Fri: 'Fr.',
  Sat: 'Sa.',
  Sun: 'So.',
};

const months: Readonly<Record<string, string>> = {
  Jan: 'Jan.',
  Feb: 'Feb.',
  Mar: 'März',
  Apr: 'Apr.',
  May: 'Mai',
  Jun: 'Juni',
  Jul: 'Juli',
  Aug: 'Aug.',
  Sep: 'Sept.',
  Sept: 'Sept.',
  Oct: 'Okt.',
  Nov: 'Nov.',
  Dec: 'Dez.',
};
