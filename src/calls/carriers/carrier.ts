import type { Sentence } from '../../sentences/index.ts';
import type { CallStatus, ReportedEvent, ReportedRecording } from '../call-event.ts';
import type { Step, StopgapInstruction } from '../instructions.ts';

/** A carrier as calls see it: reads its requests, writes its answers, asks its API. One folder for each. */
export interface VoiceCarrier {
  /** In addresses: `/telephony/{name}/…`. */
  readonly name: string;
  /** Whether the request is signed by the carrier for this account. */
  verify(request: CarrierRequest, access: CarrierAccess): Promise<boolean>;
  /** Ids that every request of a call has; null when they are missing. */
  idsOf(fields: CarrierFields): CarrierIds | null;
  /** The event that the request to `step` reports; null if it reports nothing that matters. */
  parse(
    step: Step | { at: 'voice' } | { at: 'status' },
    fields: CarrierFields,
  ): ReportedEvent | null;
  render(instructions: readonly StopgapInstruction[], addresses: Addresses): Promise<CarrierAnswer>;
  /**
   * The answer when nothing else works: an apology and the end of the call, in the language of the country of the
   * number that was called (null: not known). Needs neither store nor package.
   */
  apology(called: string | null): CarrierAnswer;
  /** The status that ends a report: after any other one the carrier would send it again. */
  readonly notedStatus: 200 | 204;
  api(access: CarrierAccess): CarrierApi;
  /** Loads what the first request would load. */
  warmUp(): Promise<void>;
}

export interface CarrierRequest {
  /** As it arrived, path and query byte for byte. */
  target: string;
  /** As the carrier was given it, without a `/` at its end. */
  publicUrl: string;
  header(name: string): string | null;
  body: Buffer;
  now: Date;
}

/** Every field as it came; a repeated one counts as its first, except for the signature. */
export type CarrierFields = ReadonlyMap<string, string>;

export interface CarrierIds {
  accountId: string;
  /** Id of the caller's call. On requests about a member's leg, the id of its parent. */
  callId: string;
}

export interface CarrierAccess {
  accountId: string | null;
  /** The first is used, all of them are accepted. */
  authTokens: readonly string[];
  /** Keys that verify its requests, for carriers that sign with a key of their own; all of them are accepted. */
  publicKeys: readonly string[];
  /** The carrier's object that receives calls of the number, for carriers that have one; null: none is named. */
  applicationId: string | null;
  /** Host name of the carrier's API; null: the usual one. */
  apiHost: string | null;
}

export interface Addresses {
  of(step: Step): string;
  audio(file: { fileId: string; sha256: string; extension: string }): string;
}

export interface CarrierAnswer {
  body: string;
  contentType: string;
}

/** Results are values: a carrier that does not answer is expected. */
export interface CarrierApi {
  /** Null: the carrier does not know the call, or could not be asked. */
  callStatus(callId: string): Promise<CallStatus | null>;
  /** `url`: where the carrier said that it is. It may be somewhere else by now. */
  recording(recording: { id: string; url: string }): Promise<FetchedRecording>;
  /** The recording of a call that the carrier has not reported; the longest, where there are several. */
  findRecording(call: { callId: string; from: Date; until: Date }): Promise<FoundRecording>;
  /** Deletes a recording and what was written down of it. */
  deleteRecording(recordingId: string): Promise<DeletedRecording>;
  /** Rings somebody, who hears what `answerUrl` says; the end of the call is reported to `statusUrl`. */
  placeCall(call: PlacedCall): Promise<CallPlacement>;
  /** Points the number to our addresses. */
  setUpNumber(number: CarrierNumber, urls: NumberUrls): Promise<NumberSetUp>;
  /** Where calls of the number go now; changes nothing. `urls`: where they should. */
  destination(number: CarrierNumber, urls: NumberUrls): Promise<Destination>;
}

export interface PlacedCall {
  /** E.164. */
  to: string;
  /** The number of ours that is shown. */
  from: string;
  ringSeconds: number;
  answerUrl: string;
  statusUrl: string;
}

export type CallPlacement =
  | { outcome: 'placed'; callId: string }
  /** `isUncertain`: it may ring nevertheless. */
  | { outcome: 'refused'; error: Sentence; isUncertain?: true };

export interface CarrierNumber {
  phoneNumber: string;
  phoneNumberId: string | null;
}

export interface NumberUrls {
  voice: string;
  fallback: string;
  status: string;
}

export type FetchedRecording =
  | { outcome: 'fetched'; bytes: Buffer; contentType: string }
  /** Not there yet, or the carrier did not answer. */
  | { outcome: 'retry'; error: Sentence }
  /** `isForbidden`: at this address; it may have been valid for a while only. */
  | { outcome: 'refused'; error: Sentence; isForbidden?: true };

export type FoundRecording =
  | { outcome: 'found'; recording: ReportedRecording }
  | { outcome: 'none' }
  /** `retry`: also while the carrier is not done with it. */
  | { outcome: 'retry' | 'refused'; error: Sentence };

export type DeletedRecording =
  /** Or it was not there any more. */
  { outcome: 'deleted' } | { outcome: 'retry' | 'refused'; error: Sentence };

export type Destination =
  | {
      outcome: 'known';
      /** As people at the carrier see it: an address, or what else the number belongs to. Null: nowhere. */
      voiceUrl: string | null;
      /** Some of our addresses are not written as we write them: the number was set up by hand. */
      isOutdated: boolean;
    }
  | { outcome: 'retry' | 'refused'; error: Sentence };

export type NumberSetUp =
  | { outcome: 'set'; phoneNumber: string; phoneNumberId: string }
  | { outcome: 'retry' | 'refused'; error: Sentence };
