import { defineTexts } from '../../parts/texts.tsx';

export const silenceTexts = defineTexts({
  en: {
    title: 'Silences',
    help: 'What matches is opened and listed, and tells nobody. What is still open at the end starts to alert.',
    none: 'Nothing is silenced',
    noneHelp:
      'Silence what you know about: a host that is being replaced, or a backup that is loud each Sunday.',
    add: 'Silence alerts',
    name: 'Name',
    when: 'When',
    what: 'What',
    actions: 'Actions',
    start: 'From',
    end: 'Until',
    integrations: (count: number) => (count === 1 ? 'one integration' : `${count} integrations`),
    opensNothing: 'Opens nothing; payloads are kept',
    removeQuestion: 'What it mutes and is still open starts to alert within seconds.',
  },
  de: {
    title: 'Stummschaltungen',
    help: 'Was passt, wird eröffnet und gelistet und meldet sich bei niemandem. Was am Ende noch offen ist, alarmiert dann.',
    none: 'Nichts ist stummgeschaltet',
    noneHelp:
      'Schalten Sie stumm, wovon Sie wissen: einen Host, der ersetzt wird, oder eine Sicherung, die jeden Sonntag laut ist.',
    add: 'Alarme stumm schalten',
    name: 'Name',
    when: 'Wann',
    what: 'Was',
    actions: 'Aktionen',
    start: 'Von',
    end: 'Bis',
    integrations: (count: number) => (count === 1 ? 'eine Integration' : `${count} Integrationen`),
    opensNothing: 'Eröffnet nichts; Meldungen bleiben aufbewahrt',
    removeQuestion: 'Was sie stumm schaltet und noch offen ist, alarmiert innerhalb von Sekunden.',
  },
});
