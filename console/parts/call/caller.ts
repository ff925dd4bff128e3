import type { components } from '../../../openapi/types/public-v1.generated.ts';
import type { texts } from './texts.ts';

type Call = components['schemas']['CallSession'];

/** The number of the caller, or why there is none. */
export function callerOf(
  { callerNumber, callerKind }: Pick<Call, 'callerNumber' | 'callerKind'>,
  { hidden }: (typeof texts)['en'],
): string {
  return callerNumber ?? hidden[callerKind];
}

/** Who took the call; null when nobody did. */
export function takerOf(
  { acceptedBy }: Pick<Call, 'acceptedBy'>,
  { deleted }: (typeof texts)['en'],
): string | null {
  return acceptedBy && (acceptedBy.displayName ?? acceptedBy.email ?? deleted);
}
