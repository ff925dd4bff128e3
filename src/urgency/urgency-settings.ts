import { invalidField } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { UrgencySettings } from './urgency-at.ts';

/** Which members a type takes, and needs. */
const members = {
  constant: { needs: 'urgency', takes: [] },
  bySeverity: { needs: 'low', takes: [] },
  supportHours: { needs: 'supportHoursId', takes: ['during', 'outside', 'raisesAtStart'] },
} as const;

const all = ['urgency', 'low', 'supportHoursId', 'during', 'outside', 'raisesAtStart'] as const;

/** Throws 400 for settings that would be accepted and have no effect. */
export function demandUrgencySettings(settings: UrgencySettings | null | undefined): void {
  if (!settings) return;
  const { type } = settings;
  const { needs, takes } = members[type];
  const demand = (isRight: boolean, member: string, sentence: Sentence) => {
    if (!isRight) throw invalidField(`urgencySettings.${member}`, sentence);
  };
  const isThere = (member: (typeof all)[number]) => (settings[member] ?? null) !== null;
  demand(isThere(needs), needs, say('urgencyNeeds', { type, member: needs }));
  const taken: readonly string[] = [needs, ...takes];
  for (const member of all)
    demand(
      taken.includes(member) || !isThere(member),
      member,
      say('urgencyTakesNo', { type, member }),
    );
  const isRaised = (settings.during ?? 'High') === 'High' && (settings.outside ?? 'Low') === 'Low';
  demand(!settings.raisesAtStart || isRaised, 'raisesAtStart', say('urgencyNotRaised'));
}
