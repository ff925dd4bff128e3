import type { Sentence } from '../../sentences/index.ts';
import type { CarrierApi } from './carrier.ts';

/** Every question is answered alike where it cannot be asked. */
export function refusingApi(error: Sentence): CarrierApi {
  const refusal = { outcome: 'refused', error } as const;
  return {
    callStatus: async () => null,
    recording: async () => refusal,
    findRecording: async () => refusal,
    deleteRecording: async () => refusal,
    placeCall: async () => refusal,
    setUpNumber: async () => refusal,
    destination: async () => refusal,
  };
}
