import type { Wordings } from './wording.ts';

/** Help texts about people, keys, sign-in and the organization. */
export const organizationHelp: Wordings = {
  "Minutes after the alert. Sooner when a message by another channel has failed twice or for good: then the next of the person's channels comes at once, and not again after its delay.":
    'Minuten nach dem Alarm. Früher, wenn eine Nachricht über einen anderen Kanal zweimal oder endgültig gescheitert ist: Dann kommt der nächste Kanal der Person sofort, und nicht noch einmal nach dieser Zeit.',
  'Minutes after the alert, as for other channels.':
    'Minuten nach dem Alarm, wie bei anderen Kanälen.',
  'What the key may do, by resource.': 'Was der Schlüssel darf, je Ressource.',
  'When the key stops working. Of an agent, within 90 days.':
    'Wann der Schlüssel abläuft. Bei einem Agenten binnen 90 Tagen.',
  'Personal keys act with the roles of their user. A key of an agent reads and tries what its scopes say, writes no configuration, and needs scopes, an end within 90 days and agent.':
    {
      en: 'Personal keys act with the roles of their user. A key of an agent reads and tries what its scopes say and writes no configuration. It needs scopes, an end within 90 days, and a person who answers for it.',
      de: 'Persönliche Schlüssel handeln mit den Rollen ihrer Person. Der Schlüssel eines Agenten liest und probiert, was sein Umfang sagt, und schreibt keine Konfiguration. Er braucht einen Umfang, ein Ende binnen 90 Tagen und eine Person, die für ihn einsteht.',
    },
  'What a key of the kind agent may do beside reading and trying.':
    'Was der Schlüssel eines Agenten außer Lesen und Probieren darf.',
  'The person who answers for the agent. The key works only while they are here and not suspended, and goes with them.':
    'Die Person, die für den Agenten einsteht. Der Schlüssel gilt nur, solange sie hier und nicht gesperrt ist, und geht mit ihr.',
  'How often it may open or change incidents.': 'Wie oft er Störungen öffnen oder ändern darf.',
  'Incidents of these severities may be acknowledged, assigned and snoozed by it, which silences people.':
    'Störungen mit diesen Schweregraden darf er annehmen, zuweisen und zurückstellen, sodass niemand mehr davon erfährt.',
  'An empty list is none.': null,
  'Incidents of these severities may be resolved by it.':
    'Störungen mit diesen Schweregraden darf er lösen.',
  'Whether it sees what tools sent in and what callers said.':
    'Ob er sieht, was Werkzeuge eingesandt und Anrufer gesagt haben.',
  'Groups with this name, in any letter case.':
    'Gruppen mit diesem Namen, gleich ob groß oder klein geschrieben.',
  'This group, whatever its name.': 'Diese Gruppe, wie auch immer sie heißt.',
  'Scim, or the id of the OIDC connection whose claims name the group.': {
    en: 'Where the group comes from: Scim, or the id of a sign-in connection.',
    de: 'Woher die Gruppe kommt: Scim, oder die Id einer Anmeldung über einen Identitätsanbieter.',
  },
  'Needs teamId or createTeam.': {
    en: 'In the team above, or in the one that is created.',
    de: 'Im Team darüber, oder in dem, das angelegt wird.',
  },
  'teamRole is given in the team that has the name of the group. It is made as soon as the group exists, unless there is one. Leave out teamId then.':
    {
      en: 'The role is given in a team with the name of the group, which is made as soon as the group exists. Choose no team then.',
      de: 'Die Rolle gilt in einem Team mit dem Namen der Gruppe, das angelegt wird, sobald es die Gruppe gibt. Wählen Sie dann kein Team.',
    },
  'Issuer identifier, as the identity provider writes it in its discovery document, without /.well-known/openid-configuration. With https; http only on a loopback address.':
    'Kennung des Ausstellers, wie der Identitätsanbieter sie in seinem Discovery-Dokument schreibt, ohne /.well-known/openid-configuration. Mit https; http nur auf dem eigenen Rechner.',
  'Id of the client (application) that the identity provider has for this server.':
    'Id des Clients (der Anwendung), die der Identitätsanbieter für diesen Server hat.',
  'openid is always asked for.': 'openid wird immer verlangt.',
  'Mail domains of the people who sign in by it. Who enters an address of a proven domain is sent to this identity provider. A domain is proven for one connection of the installation; subdomains are domains of their own.':
    'Maildomains der Menschen, die sich so anmelden. Wer eine Adresse einer nachgewiesenen Domain eingibt, kommt zu diesem Identitätsanbieter. Eine Domain ist für eine einzige Verbindung nachgewiesen; Subdomains sind eigene Domains.',
  'Claim that lists the groups or roles of a person: a name (groups, https://example.com/groups), or a path (realm_access.roles).':
    'Claim mit den Gruppen oder Rollen einer Person: ein Name (groups, https://example.com/groups) oder ein Pfad (realm_access.roles).',
  'People whom the organization does not know are created at their first sign-in, as Member without a team. Off while people are provisioned by SCIM.':
    'Wen die Organisation nicht kennt, der wird bei der ersten Anmeldung angelegt, als Mitglied ohne Team. Aus, solange Menschen über SCIM kommen.',
  'False: nobody signs in by it.': {
    en: 'Off: nobody signs in by it.',
    de: 'Aus: Niemand meldet sich darüber an.',
  },
  'People of the organization sign in by this connection only, except those in breakGlassUserIds. Can be set once somebody has signed in by it, and while one of those Owners has a password or a passkey here.':
    {
      en: 'People of the organization sign in by this connection only, except the people for emergencies. Possible once somebody has signed in by it, and while one of those has a password or a passkey here.',
      de: 'Alle melden sich nur noch über diese Verbindung an, außer den Menschen für Notfälle. Möglich, sobald sich jemand so angemeldet hat und solange einer von diesen hier ein Passwort oder einen Passkey hat.',
    },
  'How many days audit entries are kept.': 'Wie viele Tage Einträge des Audit-Logs bleiben.',
  'True sends no weekly engagement report to anybody, whatever teams and people have set. Left out, it stays as it is.':
    {
      en: 'Nobody gets the weekly engagement report, whatever teams and people have set.',
      de: 'Niemand bekommt den wöchentlichen Einsatzbericht, was auch immer Teams und Personen eingestellt haben.',
    },
  'True sends no weekly engagement report of a week in which a team had no incident and at whose end none was open. Left out, it stays as it is.':
    {
      en: 'No report of a week in which the team had no incident and at whose end none was open.',
      de: 'Kein Bericht über eine Woche, in der das Team keine Störung hatte und an deren Ende keine offen war.',
    },
  'Language of the console and of all messages for people who chose none. Left out, it stays as it is.':
    {
      en: 'Of the console and of all messages for people who chose none.',
      de: 'Der Konsole und aller Nachrichten für Menschen, die keine gewählt haben.',
    },
  'Language of the console and of all that the user is told.':
    'Sprache der Konsole und von allem, was die Person erfährt.',
  'Region by whose habits days and times of day are written, as ISO 3166 has it.':
    'Region, nach deren Gewohnheit Tage und Uhrzeiten geschrieben werden, nach ISO 3166.',
  'Objects that code manages (isProvisioned) are read-only in sessions, for everybody: changing or deleting one answers 403 code-only. Keys change them as before. People keep their own notification settings and phone number, may be suspended, and keys may be revoked. Left out, it stays as it is.':
    {
      en: 'Objects that code manages are read-only here, for everybody; API keys change them as before. People keep their own notification settings and phone number, may be suspended, and keys may be revoked.',
      de: 'Was Code verwaltet, kann hier niemand ändern; API-Schlüssel ändern es wie bisher. Die eigenen Benachrichtigungen und die eigene Telefonnummer bleiben jedem, Personen können gesperrt und Schlüssel widerrufen werden.',
    },
  '+ and digits. Several users may share a number.':
    '+ und Ziffern. Mehrere Menschen dürfen dieselbe Nummer haben.',
  'IANA time zone, as listed by /timezone. Returned as written; aliases are not replaced.': null,
  'About what, when and through which channels the user is notified. Calls are only for the person who has to act, never for news, and so are texts about Created, Escalated, Assigned, Unresolved, Unsnoozed, Released and Unmerged.':
    'Worüber, wann und über welche Kanäle die Person benachrichtigt wird. Angerufen wird nur, wer handeln muss, nie mit Neuigkeiten; ebenso gehen SMS zu Created, Escalated, Assigned, Unresolved, Unsnoozed, Released und Unmerged nur an diese Person.',
  'Publishes the on-call calendar under secret addresses.':
    'Veröffentlicht den Kalender der Bereitschaft unter geheimen Adressen.',
  'True sends the user no weekly engagement reports.': {
    en: 'The person gets no weekly mail about their work on incidents.',
    de: 'Die Person bekommt keine wöchentliche Mail über ihre Arbeit an Störungen.',
  },
  'The ground of the bar at the top of the page.': 'Der Grund der Leiste oben auf der Seite.',
  'The ground of the bar at the top of the page, for visitors whose device is set to dark.':
    'Der Grund der Leiste oben auf der Seite, für Besucher mit dunkel eingestelltem Gerät.',
  'Texts on the bar at the top of the page.': 'Texte auf der Leiste oben auf der Seite.',
  'Texts on the bar at the top of the page, for visitors whose device is set to dark.':
    'Texte auf der Leiste oben auf der Seite, für Besucher mit dunkel eingestelltem Gerät.',
  'The ground of the page.': 'Der Grund der Seite.',
  'The ground of the page, for visitors whose device is set to dark.':
    'Der Grund der Seite, für Besucher mit dunkel eingestelltem Gerät.',
  'The ground of boxes on the page.': 'Der Grund der Kästen auf der Seite.',
  'The ground of boxes on the page, for visitors whose device is set to dark.':
    'Der Grund der Kästen auf der Seite, für Besucher mit dunkel eingestelltem Gerät.',
  'Titles and texts of the page.': 'Titel und Texte der Seite.',
  'Titles and texts of the page, for visitors whose device is set to dark.':
    'Titel und Texte der Seite, für Besucher mit dunkel eingestelltem Gerät.',
  'Texts that explain others, such as times.': 'Texte, die andere erläutern, zum Beispiel Zeiten.',
  'Texts that explain others, such as times, for visitors whose device is set to dark.':
    'Texte, die andere erläutern, zum Beispiel Zeiten, für Besucher mit dunkel eingestelltem Gerät.',
  'The ground of buttons.': 'Der Grund von Schaltflächen.',
  'The ground of buttons, for visitors whose device is set to dark.':
    'Der Grund von Schaltflächen, für Besucher mit dunkel eingestelltem Gerät.',
  'Texts on buttons.': 'Texte auf Schaltflächen.',
  'Texts on buttons, for visitors whose device is set to dark.':
    'Texte auf Schaltflächen, für Besucher mit dunkel eingestelltem Gerät.',
  'True tells the user nothing when their shifts begin and end.': {
    en: 'The person is told nothing when their shifts begin and end.',
    de: 'Die Person erfährt nichts, wenn ihre Schichten beginnen und enden.',
  },
  'So many minutes before each of their shifts begins, the user is told of it, and again if it is no longer theirs. An empty list is never.':
    {
      en: 'So many minutes before each shift the person is told of it. Left unset, as the schedule says.',
      de: 'So viele Minuten vor jeder Schicht erfährt die Person davon. Ohne Angabe, wie der Dienstplan sagt.',
    },
};
