import { idOf } from '../../parts/search-values.ts';

export interface NewPolicySearch {
  /** Whose policy it becomes, unless another is chosen. */
  team?: string | undefined;
}

export function newPolicySearch({ team }: Record<string, unknown>): NewPolicySearch {
  return { team: idOf(team) };
}
