import type { components } from '../../../openapi/types/public-v1.generated.ts';

type Schemas = components['schemas'];
export type Policy = Schemas['EscalationPolicy'];
export type PolicyInput = Schemas['EscalationPolicyInput'];
export type Step = Schemas['EscalationPolicyStep'];
export type Target = Schemas['EscalationPolicyTarget'];
export type Pick = NonNullable<Target['pick']>;

/** No team has more of them than one page of the list. */
export const policiesMax = 100;

/** Whom a target may be, with the kind of object that its id is of. */
export const targetKinds = {
  userId: 'User',
  scheduleId: 'OnCallSchedule',
  teamId: 'Team',
  policyId: 'EscalationPolicy',
  outboundIntegrationId: 'OutboundIntegration',
} as const;

export type TargetKind = keyof typeof targetKinds;

/** The choices for a schedule or a team as a target; a new target begins with the first. */
const picks: Partial<Record<TargetKind, readonly Pick[]>> = {
  scheduleId: ['onCall', 'next', 'previous', 'everybody'],
  teamId: ['policy', 'administrators', 'members', 'oneAtRandom'],
};

export function picksOf(kind: TargetKind): readonly Pick[] {
  return picks[kind] ?? [];
}

export function isTargetKind(name: string | undefined): name is TargetKind {
  return name !== undefined && name in targetKinds;
}

/** Which of its ids a target has. */
export function namedBy(target: Target): { kind: TargetKind; id: string } | null {
  for (const kind of Object.keys(targetKinds)) {
    const id = isTargetKind(kind) ? target[kind] : null;
    if (isTargetKind(kind) && id) return { kind, id };
  }
  return null;
}

export function newTarget(kind: TargetKind, id: string): Target {
  return { [kind]: id, pick: picksOf(kind)[0] ?? null };
}

/** When each step is due after the beginning, in minutes. */
export function dueMinutes(steps: readonly Step[]): number[] {
  let due = 0;
  return steps.map(({ afterMinutes }) => {
    due += afterMinutes ?? 0;
    return due;
  });
}

/** A step that follows others waits a little; the first is due at once. */
export function newStep(isFirst: boolean): Step {
  return { afterMinutes: isFirst ? 0 : 10, stopsWhen: 'acknowledged', targets: [] };
}

/** Steps with a repeat, condition, … as people fold them away. */
export const sections = {
  repeats: ['repeats', 'repeatsAfterMinutes'],
  conditions: ['severities', 'urgencies', 'hours', 'outsideHours', 'afterPayloads'],
  share: ['share'],
  more: ['ifNobody', 'urgency', 'assignTeamIds', 'resolves'],
} as const;

export type Section = keyof typeof sections;
