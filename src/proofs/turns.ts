import { peopleIn, type Reach, type Setup } from '../stage/index.ts';

/** As many turns as a round robin of tiers, or a step that is shared out, can have candidates. */
export function turnsIn(setup: Setup, reach: Reach): number {
  const isShared = reach.policies.some(({ plan }) =>
    plan.steps.some(({ share }) => share !== null),
  );
  const ofTiers = reach.teams.map(({ plan }) => plan.members.size);
  return Math.max(1, ...ofTiers, isShared ? peopleIn(setup, reach).length : 0);
}
