import type { components } from '../../../openapi/types/public-v1.generated.ts';

type ShadowRun = components['schemas']['ShadowRun'];

/** Whether people are told, in words. */
export function stateOf(
  { state, isSilent }: Pick<ShadowRun, 'state' | 'isSilent'>,
  { states, over }: { states: Readonly<Record<ShadowRun['state'], string>>; over: string },
): string {
  return state === 'Shadow' && !isSilent ? over : states[state];
}
