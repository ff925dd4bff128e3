import { schemaNamed } from '../../../openapi/types/request-schemas.ts';

/** The longest that a step may wait for the one before it. It stands for "never": see `convertEscalations`. */
export function stepMinutesMax(): number {
  const { maximum } = schemaNamed('EscalationPolicyStep').properties?.afterMinutes ?? {};
  if (maximum === undefined) throw new Error('The document limits no minutes of steps.');
  return maximum;
}
