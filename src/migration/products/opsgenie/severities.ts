import type { Work } from '../../model/importer.ts';
import type { Bodies } from '../../model/neutral.ts';

export type Severity = NonNullable<
  NonNullable<NonNullable<Bodies['tocsin_routing']['rules']>[number]['conditions']['severities']>
>[number];

export const priorities = ['P1', 'P2', 'P3', 'P4', 'P5'] as const;
export type Priority = (typeof priorities)[number];

/** As mappings of the type Opsgenie Alert API read priorities unless told otherwise. */
const usual: Readonly<Record<Priority, Severity>> = {
  P1: 'Critical',
  P2: 'Critical',
  P3: 'Warning',
  P4: 'Minor',
  P5: 'Minor',
};

const all: readonly Severity[] = ['Critical', 'Warning', 'Minor'];

/** Five priorities as three severities, as whoever imports answered. */
export interface Severities {
  of(priority: Priority): Severity;
  /** The priorities that were asked for and whose severity is not the usual one. */
  changed(): (readonly [Priority, Severity])[];
  /** All severities that one of the priorities becomes; null is all. Not exact where others become one of them, too. */
  among(chosen: readonly Priority[]): { severities: Severity[] | null; isExact: boolean };
}

export function createSeverities({ answer }: Work): Severities {
  const known = new Map<Priority, Severity>();
  const of = (priority: Priority): Severity => {
    const before = known.get(priority);
    if (before) return before;
    const given = answer({
      id: `severity:${priority}`,
      text: `Which severity has an alert of priority ${priority}?`,
      choices: all,
      usual: usual[priority],
    });
    const severity = all.find((one) => one === given) ?? usual[priority];
    known.set(priority, severity);
    return severity;
  };
  return {
    of,
    changed: () =>
      priorities.flatMap((priority) => {
        const severity = known.get(priority);
        return severity && severity !== usual[priority] ? [[priority, severity] as const] : [];
      }),
    among(chosen) {
      if (chosen.length === priorities.length) return { severities: null, isExact: true };
      const meant = new Set(chosen.map(of));
      const others = priorities.filter((one) => !chosen.includes(one) && meant.has(of(one)));
      return { severities: all.filter((one) => meant.has(one)), isExact: others.length === 0 };
    },
  };
}

export function isPriority(text: string | null): text is Priority {
  return priorities.some((one) => one === text);
}
