import type {
  CarrierAccess,
  CarrierIds,
  CarrierRequest,
  VoiceCarrier,
} from './carriers/carrier.ts';

/** Signed with this access, and about the account that it is of. */
export async function isGenuine(
  carrier: VoiceCarrier,
  request: CarrierRequest,
  ids: CarrierIds | null,
  access: CarrierAccess,
): Promise<boolean> {
  if (ids && access.accountId !== null && access.accountId !== ids.accountId) return false;
  return carrier.verify(request, access);
}
