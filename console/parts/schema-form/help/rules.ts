import type { Wordings } from './wording.ts';

/** Help texts about the notification rules of a person. */
export const rulesHelp: Wordings = {
  'In order.': {
    en: 'The first that matches decides.',
    de: 'Die erste, die passt, entscheidet.',
  },
  'For people.': null,
  'Only incidents of these severities.': 'Nur Störungen dieser Schweregrade.',
  'Only alerts that begin in one of these windows, in the time zone of the person.': {
    en: 'Only alerts that begin in one of these windows, in your time zone.',
    de: 'Nur Alarme, die in einer dieser Zeiten beginnen, in Ihrer Zeitzone.',
  },
  'Days on which the window begins.': {
    en: 'Days on which the window begins; without any, every day.',
    de: 'Tage, an denen die Zeit beginnt; ohne Angabe jeder Tag.',
  },
  'What is sent. None sends nothing, which is only accepted of a rule that names its severities.':
    'Was gesendet wird. Ohne Schritte wird nichts gesendet; das geht nur mit einer Regel, die ihre Schweregrade nennt.',
  'One of contacts of this channel, for Push a push subscription of the person, or for a chat one of their accounts there. Where it is gone or not confirmed, what else the channel reaches is used, and the notification log says so.':
    {
      en: 'Without one, your usual number or address, or all your devices and accounts; so where it is not confirmed.',
      de: 'Ohne Angabe Ihre übliche Nummer oder Adresse oder alle Ihre Geräte und Konten; ebenso, solange sie nicht bestätigt ist.',
    },
  'Further phone numbers and e-mail addresses beside those of the user. A channel uses those that a step names; else the address of the user; where they have none for it, the first confirmed one of here.':
    null,
  'An id that is sent is kept; steps name contacts by it. Without one a contact keeps that of its position.':
    null,
  'By which it is used. Pushes go to devices and chats to accounts, which people register themselves.':
    null,
  'A phone number in E.164 format, or an e-mail address. Another one has to be confirmed again.':
    null,
  'What the person calls it.': null,
  'By which the message is sent.': null,
  'Minutes after the alert began.': null,
  'How often the message is sent again. The last one is sent within 24 hours of the alert.': null,
  'Minutes between two of them; needed with repeats.': null,
  'What an alert sends that no rule matches. Without steps it follows the notification settings of the user.':
    'Was ein Alarm sendet, auf den keine Regel passt. Ohne Schritte gelten die Benachrichtigungen.',
  'Times in which alerts wait until they are over; what is acknowledged or resolved by then is not sent. Critical incidents are sent nevertheless.':
    'Zeiten, in denen Alarme warten, bis sie vorbei sind; was bis dahin angenommen oder gelöst ist, wird nicht gesendet. Kritische Störungen werden trotzdem gesendet.',
  'In the time zone of the person.': { en: 'In your time zone.', de: 'In Ihrer Zeitzone.' },
  'Critical incidents wait, too.': 'Auch kritische Störungen warten.',
};
