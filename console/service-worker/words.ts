/** The worker has no page whose language somebody chose: that of the browser counts. */
const texts = {
  en: {
    resolve: 'Resolve',
    acknowledged: 'Acknowledged',
    resolved: 'Resolved',
    notDone: 'Not done. Touch to open it.',
  },
  de: {
    resolve: 'Lösen',
    acknowledged: 'Übernommen',
    resolved: 'Gelöst',
    notDone: 'Nicht ausgeführt. Berühren öffnet sie.',
  },
};

export function words(): (typeof texts)['en'] {
  return texts[navigator.language.startsWith('de') ? 'de' : 'en'];
}
