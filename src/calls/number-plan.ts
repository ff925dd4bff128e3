import { hash } from 'node:crypto';
import type { Catalogue } from '../catalogue/index.ts';
import { type PhoneNumber, phoneNumberOf, type StoredIntegration } from '../integrations/index.ts';
import { numberUrls } from './carriers/addresses.ts';
import type { VoiceCarrier } from './carriers/carrier.ts';

/** The settings of a number that its carrier has to be told. */
export interface NumberPlan {
  /** The id of the integration. */
  id: string;
  organizationId: string;
  number: PhoneNumber;
  carrier: VoiceCarrier;
  urls: ReturnType<typeof numberUrls>;
  /** A hash of everything that the carrier has to be told. */
  fingerprint: string;
}

export interface NumberPlanParts {
  catalogue: Catalogue;
  carriers: ReadonlyMap<string, VoiceCarrier>;
  publicUrl(): string;
}

/** Null when the integration has no number, or nobody carries its calls. */
export function numberPlanOf(
  { catalogue, carriers, publicUrl }: NumberPlanParts,
  { id, organizationId, wire }: StoredIntegration,
): NumberPlan | null {
  const type = catalogue.find(wire.type);
  const number = type && phoneNumberOf(type, wire);
  const carrier = number && carriers.get(number.carrier);
  if (!number || !carrier) return null;
  const urls = numberUrls({
    publicUrl: publicUrl(),
    carrier: carrier.name,
    integrationId: id,
  });
  const { flow: _, access: __, ...told } = number;
  return {
    id,
    organizationId,
    number,
    carrier,
    urls,
    fingerprint: hash('sha256', JSON.stringify([told, urls])),
  };
}
