import { describe, expect, it } from 'vitest';
import {
  incidentsOfService,
  type PublicIncident,
  type PublicMessage,
  together,
} from '../../src/status-pages/public-incidents.ts';

const noon = Date.parse('2026-03-02T12:00:00Z');
const at = (minutes: number) => noon + minutes * 60_000;
const shop = { id: 'shop', title: 'Shop' };
const severity = 'Minor' as const;

/** Each: minutes from noon; open without an end. */
const spans = (...times: [start: number, end?: number][]) =>
  times.map(([start, end], place) => ({
    start: at(start),
    end: end === undefined ? Number.POSITIVE_INFINITY : at(end),
    severity,
    incidentId: `incident ${place}`,
  }));

function said(...words: [minute: number, state?: PublicMessage['state']][]) {
  return words.map(([minute, state = null]) => ({
    at: at(minute),
    message: { id: `said ${minute}`, at: new Date(at(minute)), state, texts: [] },
  }));
}

/** When it began and ended, in minutes, what is behind it and what was said of it. */
const brief = ({ startedAt, endedAt, incidents, messages }: PublicIncident) => [
  (startedAt.getTime() - noon) / 60_000,
  endedAt && (endedAt.getTime() - noon) / 60_000,
  incidents.length,
  messages.map(({ id }) => id).join(),
];

describe('for customers', () => {
  it.each([
    [
      'fifty at once are one',
      spans(...Array.from({ length: 50 }, (): [number] => [-5])),
      [[-5, null, 50, '']],
    ],
    [
      'what breaks again at once never worked',
      spans([-60, -50], [-36, -30], [-20]),
      [[-60, null, 3, '']],
    ],
    [
      'what breaks again later is another one',
      spans([-60, -50], [-30, -20]),
      [
        [-60, -50, 1, ''],
        [-30, -20, 1, ''],
      ],
    ],
    ['what begins later is not there yet', spans([10]), []],
  ])('%s', (_what, of, expected) => {
    expect(incidentsOfService(shop, of, [], noon).map(brief)).toEqual(expected);
  });

  it.each([
    ['while it lasts', [-10], [[-20, -5, 1, 'said -10']]],
    ['before the first alert', [-40], [[-20, -5, 1, 'said -40']]],
    ['afterwards: how it came about', [-1], [[-20, -5, 1, 'said -1']]],
  ] as const)('what is said %s belongs to it', (_when, [minute], expected) => {
    const shown = incidentsOfService(shop, spans([-20, -5]), said([minute]), noon);
    expect(shown.map(brief)).toEqual(expected);
  });

  it('what is said while nothing is wrong stands alone until it is resolved', () => {
    const words = said([-300, 'Investigating'], [-200, 'Monitoring']);
    expect(incidentsOfService(shop, [], words, noon).map(brief)).toEqual([
      [-300, null, 0, 'said -200,said -300'],
    ]);
    const over = incidentsOfService(shop, [], [...words, ...said([-100, 'Resolved'])], noon);
    expect(over.map(brief)).toEqual([[-300, -100, 0, 'said -100,said -200,said -300']]);
    expect(over[0]?.severity).toBeNull();
  });

  it('services of which the same was said last are one', () => {
    const bank = { id: 'bank', title: 'Bank' };
    const words = said([-10]);
    const all = [
      ...incidentsOfService(shop, spans([-20]), words, noon),
      ...incidentsOfService(bank, spans([-15]), words, noon),
      ...incidentsOfService({ id: 'mail', title: 'Mail' }, spans([-15]), [], noon),
    ];
    expect(together(all).map(({ services }) => services.map(({ title }) => title))).toEqual([
      ['Shop', 'Bank'],
      ['Mail'],
    ]);
    expect(together(all)[0]?.startedAt).toEqual(new Date(at(-20)));
  });
});
