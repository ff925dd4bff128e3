import type { Wordings } from './wording.ts';

/** Help texts about guarantees. */
export const guaranteesHelp: Wordings = {
  'Those of integrations of one of these teams.':
    'Störungen, die Integrationen eines dieser Teams eröffnen.',
  'Those of integrations of teams with all of these labels, in any letter case.':
    'Störungen von Integrationen der Teams mit all diesen Etiketten; Groß- und Kleinschreibung egal.',
  'All of them hold for the incident as it opens.':
    'Alle müssen gelten, so wie die Störung beginnt.',
  'What counts as told is a message of a listed channel to a person whom it can reach, which is due in time.':
    'Als verständigt gilt, wem eine Nachricht auf einem dieser Kanäle rechtzeitig geschickt wird und wen sie erreichen kann.',
  'How many different people.': 'Wie viele verschiedene Personen.',
  'What it has to hold in spite of, each of them by itself; without any of them it has to hold, too.':
    {
      en: 'What it has to hold in spite of, each by itself. Without any of them it has to hold anyway.',
      de: 'Was geschehen darf, ohne dass sie verletzt wird, jedes für sich. Ohne all das muss sie ohnehin gelten.',
    },
  'CarrierDown: a carrier or mail server takes nothing for now, so each message to it is tried again. CarrierRefuses: it refuses each message for good. ChannelDown: nothing goes out by a channel for now. PeopleAway: any so many people notice nothing.':
    null,
  'Name of the carrier, of CarrierDown and CarrierRefuses only.': {
    en: 'Only for carriers. Empty: all carriers of calls and text messages.',
    de: 'Nur bei Anbietern. Leer: alle Anbieter von Anrufen und SMS.',
  },
  'Of ChannelDown only.': {
    en: 'Only for a channel that sends nothing.',
    de: 'Nur für einen Kanal, der nichts sendet.',
  },
  'Of PeopleAway only.': {
    en: 'Only for people who notice nothing: any so many.',
    de: 'Nur bei Menschen, die nichts bemerken: beliebige so viele.',
  },
  'Why nobody may be told all the same: a silence, or a maintenance window of the integration, that has an end. Such times are listed as excused.':
    {
      en: 'Why nobody need be told all the same, as long as it has an end. Such times are listed as excused.',
      de: 'Weshalb trotzdem niemand verständigt werden muss, solange es ein Ende hat. Diese Zeiten stehen als entschuldigt da.',
    },
  'How many days ahead are looked at.': 'Wie viele Tage vorausgeschaut wird.',
  'Who hears that it breaks. Administrators of the team that causes it are told at once when it is broken, so many days before, and when it holds again; each once, and those of the organization where the team has none.':
    {
      en: 'Administrators of the team that causes it are told before it breaks, when it is broken, and when it holds again.',
      de: 'Administratoren des Teams, an dem es liegt, erfahren vorher, dass sie verletzt wird, wenn sie es ist, und wenn sie wieder gilt.',
    },
  'How many days before it breaks.': {
    en: 'How many days before it breaks. Unless set: 14, 7, 3 and 1.',
    de: 'Wie viele Tage vorher. Ohne Angabe: 14, 7, 3 und 1.',
  },
  'An integration of the type Webhook that opens an incident, too: Warning while it is said beforehand, Critical once it is broken, resolved when it holds again.':
    {
      en: 'An integration of the type Webhook that opens an incident as well: a warning beforehand, critical once it is broken.',
      de: 'Eine Integration der Art Webhook, die auch eine Störung eröffnet: vorher als Warnung, kritisch, sobald sie verletzt ist.',
    },
};
