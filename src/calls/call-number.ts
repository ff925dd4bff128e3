import type { CallSettings } from './call-settings.ts';
import type { CarrierAccess } from './carriers/carrier.ts';

/** A number that takes calls, as it is set up now. */
export interface CallNumber {
  /** Who carries its calls, as addresses name them: `twilio`. */
  carrier: string;
  settings: CallSettings;
  access: CarrierAccess;
}

/** The number of an integration; null when there is no such integration, or it takes no calls. */
export type FindNumber = (integrationId: string) => Promise<CallNumber | null>;
