import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { defineTexts } from '../../parts/texts.tsx';

type Unit = NonNullable<components['schemas']['OnCallLayer']['turns']>['unit'];

const oneInGerman: Record<Unit, string> = {
  minutes: 'jede Minute',
  hours: 'jede Stunde',
  days: 'jeden Tag',
  weeks: 'jede Woche',
  months: 'jeden Monat',
  windows: 'jedes Zeitfenster',
};
const manyInGerman: Record<Unit, string> = {
  minutes: 'Minuten',
  hours: 'Stunden',
  days: 'Tage',
  weeks: 'Wochen',
  months: 'Monate',
  windows: 'Zeitfenster',
};

export const layerTexts = defineTexts({
  en: {
    layers: 'Layers',
    layer: (place: number) => `Layer ${place}`,
    addLayer: 'Add a layer',
    layerName: 'Name of the layer',
    level: 'Level',
    levelHelp: 'The highest level with anybody on duty wins.',
    groups: 'Who is on duty, in turns',
    group: (place: number) => `Group ${place}`,
    addGroup: 'Add a group',
    settings: 'Settings',
    rest: 'Of the whole schedule',
    sections: { when: 'When', turns: 'Turns', more: 'From, until and zone' },
    windows: (count: number) =>
      count === 1 ? '1 window of the week' : `${count} windows of the week`,
    always: 'always',
    every: (count: number, unit: Unit) =>
      count === 1 ? `every ${unit.slice(0, -1)}` : `every ${count} ${unit}`,
    noTurns: 'the same people for ever',
    starts: 'with a start',
    ends: 'with an end',
    nothing: 'as the schedule',
  },
  de: {
    layers: 'Ebenen',
    layer: (place: number) => `Ebene ${place}`,
    addLayer: 'Ebene hinzufügen',
    layerName: 'Name der Ebene',
    level: 'Rang',
    levelHelp: 'Der höchste Rang, in dem jemand Dienst hat, gilt.',
    groups: 'Wer Dienst hat, im Wechsel',
    group: (place: number) => `Gruppe ${place}`,
    addGroup: 'Gruppe hinzufügen',
    settings: 'Einstellungen',
    rest: 'Für den ganzen Dienstplan',
    sections: { when: 'Wann', turns: 'Wechsel', more: 'Ab, bis und Zone' },
    windows: (count: number) =>
      count === 1 ? '1 Zeitfenster der Woche' : `${count} Zeitfenster der Woche`,
    always: 'immer',
    every: (count: number, unit: Unit) =>
      count === 1 ? oneInGerman[unit] : `alle ${count} ${manyInGerman[unit]}`,
    noTurns: 'immer dieselben',
    starts: 'mit Beginn',
    ends: 'mit Ende',
    nothing: 'wie der Dienstplan',
  },
});
