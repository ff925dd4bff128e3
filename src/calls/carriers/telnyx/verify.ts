import { isSignedByTelnyx } from '../../../channels/index.ts';
import type { CarrierAccess, CarrierRequest } from '../carrier.ts';
import { fieldsOf } from '../form-fields.ts';

/** Signed with one of the account's keys not long ago and, where the account is known, about it. */
export async function verify(request: CarrierRequest, access: CarrierAccess): Promise<boolean> {
  const account = fieldsOf(request.body)?.get('AccountSid');
  if (access.accountId !== null && account !== access.accountId) return false;
  return isSignedByTelnyx({ ...request, publicKeys: access.publicKeys });
}
