import { ofIntegrations } from './of-integrations.ts';
import { ofTeams } from './of-teams.ts';
import type { NoiseQuestion, WhatIf } from './what-if.ts';

/** So many are tried. */
const triedMax = 10;

/** Those that could save most wake-ups which needed nothing, as counts say. Pure. */
export function whatIfsFor(question: NoiseQuestion): WhatIf[] {
  return [...ofIntegrations(question), ...ofTeams(question)]
    .filter(({ most }) => most > 0)
    .toSorted((one, other) => other.most - one.most)
    .slice(0, triedMax);
}
