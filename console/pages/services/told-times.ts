import type { components } from '../../../openapi/types/public-v1.generated.ts';

/** A maintenance as somebody writes it. */
export type Plan = Partial<components['schemas']['ServiceMaintenanceInput']>;

type Time = 'saved' | 'begins' | 'ends' | 'eachBegins' | 'eachEnds';

/** When subscribers hear of it: of other times at once, of other words never. */
export function toldTimes(plan: Plan, before: Plan | null, now: number): Time[] {
  const isSaid = before !== null && timesOf(plan) === timesOf(before);
  const isOver = new Date(plan.end ?? '').getTime() <= now;
  // Written down afterwards.
  if (isOver && (isSaid || before === null)) return [];
  const saved: Time[] = isSaid ? [] : ['saved'];
  if (isOver) return saved;
  if (plan.recurrences?.length) return [...saved, 'eachBegins', 'eachEnds'];
  const begins: Time[] = new Date(plan.start ?? '').getTime() > now ? ['begins'] : [];
  return [...saved, ...begins, 'ends'];
}

function timesOf({ start, end, recurrences }: Plan): string {
  return JSON.stringify([start, end, recurrences ?? null]);
}
