import { defineTexts } from '../texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'What a caller goes through',
    lead: 'By the settings as they stand here, saved or not. Nobody is called.',
    calls: (number: string) => `Somebody calls ${number}`,
    noNumber: 'this number',
    blocked: (count: number) =>
      count === 1
        ? 'Callers of 1 entry are turned away.'
        : `Callers of ${count} entries are turned away.`,
    allowed: (count: number) =>
      count === 1 ? 'Only callers of 1 entry pass.' : `Only callers of ${count} entries pass.`,
    says: (text: string) => `“${text}”`,
    plays: (file: string) => `Plays ${file}`,
    aFile: 'a file',
    shortText: 'A short text',
    welcome: 'Welcome',
    menu: 'Menu',
    menuWaits: (attempts: number, seconds: number) =>
      `Played ${attempts === 1 ? 'once' : `up to ${attempts} times`}, then waits ${seconds} s for a key.`,
    key: (key: string) => `Key ${key}`,
    noKey: 'No key, or another one',
    noKeyThen: 'After the last time the call ends.',
    noOptions: 'No key leads anywhere yet.',
    team: (name: string) => `On call in ${name}`,
    aTeam: 'a team',
    dialled: (people: number, seconds: number) =>
      `Tier by tier, at most ${people === 1 ? '1 person' : `${people} people`}, ${seconds} s each: up to ${people * seconds} s of ringing.`,
    now: 'Right now',
    tier: (tier: number, names: string) => `Tier ${tier}: ${names}`,
    nobodyNow: 'Nobody is on call.',
    asked: (seconds: number, attempts: number) =>
      `Who picks up hears a prompt and presses 1 within ${seconds} s, asked ${attempts === 1 ? 'once' : `up to ${attempts} times`}.`,
    hearsNumber: 'Then they hear the number of the caller.',
    recordingNotice: 'The caller hears that messages are recorded.',
    accepted: 'Somebody accepts',
    connected: 'They speak with each other.',
    nobody: 'Nobody accepts',
    voicemail: 'Voicemail',
    voicemailThen: 'The caller may leave a message.',
    closing: 'Closing message',
    ends: 'The call ends.',
    noIncident: 'There is no incident.',
    closed: {
      Voicemail: 'Outside the opening hours: the caller may leave a message.',
      Message: 'Outside the opening hours: a message is said, and the call ends.',
      Team: 'Outside the opening hours: another team is rung.',
    },
    missed: (seconds: number) =>
      `An incident opens with the number to call back, if the call lasted ${seconds} s.`,
    opens: (severity: string) => `An incident opens: ${severity}.`,
    opensResolved: (severity: string) => `An incident is noted as resolved: ${severity}.`,
  },
  de: {
    title: 'Was ein Anrufer erlebt',
    lead: 'Nach den Einstellungen, wie sie hier stehen, gespeichert oder nicht. Niemand wird angerufen.',
    calls: (number: string) => `Jemand ruft ${number} an`,
    noNumber: 'diese Nummer',
    blocked: (count: number) =>
      count === 1
        ? 'Anrufer aus 1 Eintrag werden abgewiesen.'
        : `Anrufer aus ${count} Einträgen werden abgewiesen.`,
    allowed: (count: number) =>
      count === 1
        ? 'Nur Anrufer aus 1 Eintrag kommen durch.'
        : `Nur Anrufer aus ${count} Einträgen kommen durch.`,
    says: (text: string) => `„${text}“`,
    plays: (file: string) => `Spielt ${file}`,
    aFile: 'eine Datei',
    shortText: 'Ein kurzer Text',
    welcome: 'Begrüßung',
    menu: 'Menü',
    menuWaits: (attempts: number, seconds: number) =>
      `${attempts === 1 ? 'Einmal' : `Bis zu ${attempts}-mal`} gespielt, dann ${seconds} s auf eine Taste gewartet.`,
    key: (key: string) => `Taste ${key}`,
    noKey: 'Keine Taste oder eine andere',
    noKeyThen: 'Nach dem letzten Mal endet der Anruf.',
    noOptions: 'Noch führt keine Taste irgendwohin.',
    team: (name: string) => `Bereitschaft von ${name}`,
    aTeam: 'einem Team',
    dialled: (people: number, seconds: number) =>
      `Stufe um Stufe, höchstens ${people === 1 ? '1 Person' : `${people} Personen`}, je ${seconds} s: es läutet bis zu ${people * seconds} s.`,
    now: 'Gerade jetzt',
    tier: (tier: number, names: string) => `Stufe ${tier}: ${names}`,
    nobodyNow: 'Niemand hat Bereitschaft.',
    asked: (seconds: number, attempts: number) =>
      `Wer abhebt, hört eine Ansage und drückt binnen ${seconds} s die 1; ${attempts === 1 ? 'einmal' : `bis zu ${attempts}-mal`} gefragt.`,
    hearsNumber: 'Danach hört er oder sie die Nummer des Anrufers.',
    recordingNotice: 'Der Anrufer hört, dass Nachrichten aufgezeichnet werden.',
    accepted: 'Jemand nimmt an',
    connected: 'Sie sprechen miteinander.',
    nobody: 'Niemand nimmt an',
    voicemail: 'Mailbox',
    voicemailThen: 'Der Anrufer kann eine Nachricht hinterlassen.',
    closing: 'Schlussansage',
    ends: 'Der Anruf endet.',
    noIncident: 'Es gibt keine Störung.',
    closed: {
      Voicemail: 'Außerhalb der Öffnungszeiten: Der Anrufer kann eine Nachricht hinterlassen.',
      Message: 'Außerhalb der Öffnungszeiten: Eine Ansage kommt, und der Anruf endet.',
      Team: 'Außerhalb der Öffnungszeiten: Ein anderes Team wird angerufen.',
    },
    missed: (seconds: number) =>
      `Dauerte der Anruf mindestens ${seconds} s, eröffnet er eine Störung mit der Nummer zum Zurückrufen.`,
    opens: (severity: string) => `Eine Störung wird eröffnet: ${severity}.`,
    opensResolved: (severity: string) => `Eine Störung wird als gelöst vermerkt: ${severity}.`,
  },
});
