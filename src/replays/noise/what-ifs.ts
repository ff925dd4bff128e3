import { ofIntegrations } from './of-integrations.ts';
import { ofTeams } from './of-teams.ts';
import type { NoiseQuestion, WhatIf } from './what-if.ts';

/** The number of changes that are tried. */
const triedMax = 10;

/** The changes that could save the most needless wake-ups, judged by counts. Pure. */
export function whatIfsFor(question: NoiseQuestion): WhatIf[] {
  return [...ofIntegrations(question), ...ofTeams(question)]
    .filter(({ most }) => most > 0)
    .toSorted((one, other) => other.most - one.most)
    .slice(0, triedMax);
}
