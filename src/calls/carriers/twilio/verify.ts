import { isSignedByCarrier, signedFieldsOf } from '../../../channels/index.ts';
import type { CarrierAccess, CarrierRequest } from '../carrier.ts';

/** Signed with one of the tokens, and about the account they belong to. */
export async function verify(request: CarrierRequest, access: CarrierAccess): Promise<boolean> {
  const fields = signedFieldsOf(request.body);
  if (fields === null || access.accountId === null || fields.AccountSid !== access.accountId)
    return false;
  return isSignedByCarrier({
    authTokens: access.authTokens,
    publicUrl: request.publicUrl,
    target: request.target,
    fields,
    signature: request.header('x-twilio-signature'),
  });
}
