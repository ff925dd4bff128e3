import type { World } from '../kernel/index.ts';
import type { FindNumber } from './call-number.ts';
import type { CarrierAccess, CarrierApi, VoiceCarrier } from './carriers/carrier.ts';
import type { CallSessionDocument } from './model.ts';

/** Carriers by the name that addresses have for them. */
export type Carriers = ReadonlyMap<string, VoiceCarrier>;

export function sealAccess({ secrets }: Pick<World, 'secrets'>, access: CarrierAccess): string {
  return secrets.seal(JSON.stringify(access));
}

/** The access that the number had when the call began; null once that is long ago. */
export function accessOf(
  { secrets }: Pick<World, 'secrets'>,
  { access }: Pick<CallSessionDocument, 'access'>,
): CarrierAccess | null {
  if (access === null) return null;
  // as CarrierAccess: only `sealAccess` writes it.
  return JSON.parse(secrets.open(access)) as CarrierAccess;
}

/**
 * The carrier's API for a call: with the access that its number has now, or had when it has none any more. Null: there
 * is no way to ask it.
 */
export async function apiOf(
  world: Pick<World, 'secrets'>,
  carriers: Carriers,
  findNumber: FindNumber,
  call: CallSessionDocument,
): Promise<CarrierApi | null> {
  const carrier = carriers.get(call.provider);
  if (!carrier) return null;
  const number = await findNumber(call.integrationId);
  const access = number?.carrier === call.provider ? number.access : accessOf(world, call);
  return access && carrier.api(access);
}
