import { defineTexts } from '../../parts/texts.tsx';

export const texts = defineTexts({
  en: {
    title: 'Suppression rules',
    lead: 'While an incident is open that explains others, nobody is told of those, for a day at most.',
    none: 'No suppression rules',
    noneHelp:
      'A cluster is down, and so are its nodes: with a rule the cluster wakes somebody, and its nodes wait.',
    create: 'New suppression rule',
    remove: 'Delete suppression rule',
    removeQuestion:
      'People are told within five minutes of what it holds back now and is still open.',
    holdsNow: 'Held back now',
    showHeld: 'Incidents that are held back now',
  },
  de: {
    title: 'Unterdrückungsregeln',
    lead: 'Solange eine Störung offen ist, die andere erklärt, erfährt niemand von diesen, höchstens einen Tag.',
    none: 'Keine Unterdrückungsregeln',
    noneHelp:
      'Ein Cluster fällt aus und mit ihm seine Knoten: Mit einer Regel weckt er jemanden, und sie warten.',
    create: 'Neue Unterdrückungsregel',
    remove: 'Unterdrückungsregel löschen',
    removeQuestion:
      'Was sie jetzt zurückhält und noch offen ist, wird innerhalb von fünf Minuten gemeldet.',
    holdsNow: 'Jetzt zurückgehalten',
    showHeld: 'Störungen, die jetzt zurückgehalten werden',
  },
});
