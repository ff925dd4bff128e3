import { defineTexts } from '../texts.tsx';

export const texts = defineTexts({
  en: {
    deleted: 'Deleted user',
    hidden: { Number: 'Unknown number', Anonymous: 'Anonymous', Sip: 'SIP', Invalid: 'Invalid' },
    outcomes: {
      Ongoing: 'Ongoing',
      Accepted: 'Accepted',
      Voicemail: 'Voicemail',
      Missed: 'Missed',
      Blocklisted: 'Turned away',
      Failed: 'Failed',
    },
    voicemail: 'Voicemail',
    listening: 'That you listened is written to the audit log.',
    recordingStates: {
      Pending: 'The recording is being fetched from the carrier.',
      Completed: '',
      Absent: 'Nothing was recorded.',
      Failed: 'The carrier did not hand the recording over.',
      Deleted: 'The recording was deleted: its number keeps recordings no longer.',
    },
    fetchAgain: 'Fetch the recording again',
    recordingOf: (caller: string) => `Voicemail of ${caller}`,
    transcript: 'Transcript',
  },
  de: {
    deleted: 'Gelöschte Person',
    hidden: { Number: 'Unbekannte Nummer', Anonymous: 'Anonym', Sip: 'SIP', Invalid: 'Ungültig' },
    outcomes: {
      Ongoing: 'Läuft',
      Accepted: 'Angenommen',
      Voicemail: 'Nachricht',
      Missed: 'Verpasst',
      Blocklisted: 'Abgewiesen',
      Failed: 'Gescheitert',
    },
    voicemail: 'Nachricht',
    listening: 'Dass Sie sie angehört haben, steht im Audit-Log.',
    recordingStates: {
      Pending: 'Die Aufnahme wird vom Anbieter geholt.',
      Completed: '',
      Absent: 'Es wurde nichts aufgenommen.',
      Failed: 'Der Anbieter hat die Aufnahme nicht übergeben.',
      Deleted: 'Die Aufnahme wurde gelöscht: Länger bewahrt ihre Nummer keine auf.',
    },
    fetchAgain: 'Aufnahme noch einmal holen',
    recordingOf: (caller: string) => `Nachricht von ${caller}`,
    transcript: 'Abschrift',
  },
});
