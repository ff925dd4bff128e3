import { everybodyIn, neighbourShift, type Reason, type Rota, stretches } from '../rota/index.ts';
import type { PeriodOf } from './periods.ts';
import { everybodyNamed } from './policy-roster.ts';

export type PickOfSchedule = 'onCall' | 'next' | 'previous' | 'everybody';

/** Who a step of a policy tells, as far as that are people: what versions keep of it. */
export interface StepPeople {
  /** Named by themselves, or by their teams. Nobody of them is suspended. */
  userIds: readonly string[];
  schedules: readonly { scheduleId: string; pick: PickOfSchedule }[];
  /** Where nobody of it is there, the next one is taken at once. */
  passes: boolean;
}

/** The policy that a team follows instead of tiers, with its schedules as they were at each time. */
export interface PolicyDuty {
  steps: readonly StepPeople[];
  rotas: ReadonlyMap<string, readonly PeriodOf<Rota>[]>;
}

/** Why somebody is on call by a step: by a schedule and for its reasons, or because the step names them. */
export interface DutySource {
  scheduleId: string | null;
  reasons: readonly Reason[];
}

/** A time in which the same people are on duty by all steps, for the same reasons. */
export interface StepStretch {
  start: number;
  end: number;
  /** By step, as if it were a tier. */
  tiers: readonly (readonly string[])[];
  fillUp: readonly string[];
  /** By step. */
  sources: readonly ReadonlyMap<string, DutySource>[];
}

interface Piece {
  start: number;
  end: number;
  people: readonly { userId: string; reasons: readonly Reason[] }[];
}

/** Who is on duty by the steps between two instants, without a gap. Whom a share leaves out is on duty, too. */
export function stepStretches(duty: PolicyDuty, from: number, until: number): StepStretch[] {
  const pieces = duty.steps.map(({ schedules }) =>
    schedules.map((one) => ({ ...one, pieces: piecesOf(one, duty, from, until), place: 0 })),
  );
  const cuts = [
    ...new Set([
      from,
      until,
      ...pieces.flatMap((step) =>
        step.flatMap((one) => one.pieces.flatMap(({ start, end }) => [start, end])),
      ),
    ]),
  ].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const sources = duty.steps.map(({ userIds }, step) => {
      const found = new Map<string, DutySource>(
        userIds.map((userId) => [userId, { scheduleId: null, reasons: [] }]),
      );
      for (const one of pieces[step] ?? []) {
        // Instants only go up: what is over is not looked at again.
        while ((one.pieces[one.place]?.end ?? Number.POSITIVE_INFINITY) <= start) one.place += 1;
        const piece = one.pieces[one.place];
        if (!piece || piece.start > start) continue;
        for (const { userId, reasons } of piece.people)
          if (!found.has(userId)) found.set(userId, { scheduleId: one.scheduleId, reasons });
      }
      return found;
    });
    const tiers = sources.map((found) => [...found.keys()]);
    const fillUp = fillUpOf(duty.steps, tiers);
    return { start, end: cuts[index + 1] ?? until, tiers, fillUp, sources };
  });
}

/** With nobody in the first step, those of the first later one that is taken at once in its place. */
function fillUpOf(
  steps: readonly StepPeople[],
  tiers: readonly (readonly string[])[],
): readonly string[] {
  const first = tiers.findIndex((users) => users.length > 0);
  const isAtOnce = first > 0 && steps.slice(0, first).every(({ passes }) => passes);
  return isAtOnce ? (tiers[first] ?? []) : [];
}

function piecesOf(
  { scheduleId, pick }: StepPeople['schedules'][number],
  { rotas }: PolicyDuty,
  from: number,
  until: number,
): Piece[] {
  return (rotas.get(scheduleId) ?? []).flatMap(({ plan, ...period }) => {
    const start = Math.max(period.start, from);
    const end = Math.min(period.end, until);
    return start < end ? picked(plan, pick, start, end) : [];
  });
}

function picked(rota: Rota, pick: PickOfSchedule, start: number, end: number): Piece[] {
  if (pick === 'onCall') return stretches(rota, start, end);
  if (pick === 'everybody') {
    const people = everybodyIn(rota).map((userId) => ({ userId, reasons: [] }));
    return [{ start, end, people }];
  }
  // Others are next as soon as others are on call.
  return stretches(rota, start, end).map((one) => ({
    start: one.start,
    end: one.end,
    people: neighbourShift(rota, one.start, pick)?.people ?? [],
  }));
}

/** Without overrides of its schedules. */
export function asPlanned({ steps, rotas }: PolicyDuty): PolicyDuty {
  const planned = [...rotas].map(
    ([id, periods]) =>
      [id, periods.map((one) => ({ ...one, plan: { ...one.plan, overrides: [] } }))] as const,
  );
  return { steps, rotas: new Map(planned) };
}

/** Everybody who may be on duty by a step at some time. */
export function everybodyOfStep(
  { userIds, schedules }: StepPeople,
  { rotas }: PolicyDuty,
): string[] {
  const bySchedules = schedules.flatMap(({ scheduleId }) =>
    (rotas.get(scheduleId) ?? []).flatMap(({ plan }) => everybodyNamed(plan)),
  );
  return [...new Set([...userIds, ...bySchedules])];
}
