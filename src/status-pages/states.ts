import { severities } from '../incidents/index.ts';

/** The states of a service, from good to bad. The severities are called as the page calls them. */
const states = ['operational', 'maintenance', ...severities] as const;
export type PublicState = (typeof states)[number];

/** The worst of them; nothing at all is operational. */
export function worstOf(found: Iterable<PublicState>): PublicState {
  let rank = 0;
  for (const state of found) rank = Math.max(rank, states.indexOf(state));
  return states[rank] ?? 'operational';
}

/** The same of two. */
export function worseOf(one: PublicState, other: PublicState): PublicState {
  return states.indexOf(one) < states.indexOf(other) ? other : one;
}
