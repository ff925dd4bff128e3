/**
 * The description of one monitoring tool in its folder of `templates/`; `templates/type.schema.json` describes each key
 * for its authors.
 */
import type { Translated } from '../../openapi/texts/template.ts';
import type { AttributesMapping, Json } from '../mapping/index.ts';

/** The wrapped request of spec 4.1, with the credentials taken out of `headers`. */
export type Payload = { [key: string]: Json };

export type Category =
  | 'generic'
  | 'receiver'
  | 'metrics'
  | 'cloud'
  | 'infrastructure'
  | 'uptime'
  | 'errors'
  | 'security'
  | 'delivery'
  | 'tickets'
  | 'people';

/** Where payloads of a type come from. */
export type Source = 'webhook' | 'receiver' | 'mail' | 'probe' | 'heartbeat' | 'phone';

/** Event APIs of other products that the server emulates. */
export type Protocol = 'alertmanager' | 'ilert' | 'opsgenie' | 'pagerduty' | 'splunk-on-call';

/** How a tool checks the address before it sends. */
export type HandshakeKind = 'sns-subscription' | 'slack-challenge' | 'cloudevents-consent';

/** Messages of a tool that are recognised by a text in them. */
export interface MessagePattern {
  /** Dot path in the payload. */
  readonly field: string;
  readonly pattern: RegExp;
}

/** Where a tool puts its credential, if it can send one at all. */
type CredentialPlace = 'none' | 'bearer' | 'basic' | 'header' | 'query' | 'signature';

/** Native ways of a tool to prove who is sending. */
export type Verifier =
  | 'sns'
  | 'github-hmac'
  | 'gitlab-token'
  | 'grafana-hmac'
  | 'sentry-hmac'
  | 'pagerduty-hmac'
  | 'slack-hmac'
  | 'hmac-sha256-hex'
  | 'hmac-sha512-hex'
  | 'hmac-sha1-base64'
  | 'shared-secret-header'
  | 'twilio'
  | 'body-secret';

export type PreParserName =
  | 'alert-group'
  | 'sns'
  | 'json-in-text'
  | 'form-json-field'
  | 'query-to-form'
  | 'cloudevents-binary'
  | 'first-array-item'
  | 'sensitive-field-redaction';

/** How one payload with several alerts becomes several payloads with one alert each. */
export interface Split {
  /** Dot path of the array in the payload, for example `jsonBody.alerts`. */
  readonly path: string;
  /** Dot path in the payload ← dot path in the alert; `.` is the alert itself. */
  readonly lift: Readonly<Record<string, string>>;
  /** The array holds problems that have nothing to do with each other, so that no setting may join them. */
  readonly always: boolean;
}

/** The text a person copies into a tool whose body the user writes. */
export interface Paste {
  readonly fileName: string;
  readonly text: string;
}

/** For phone numbers: who carries the calls. */
export interface CallRouting {
  readonly provider: 'Twilio' | 'Telnyx' | 'Bird';
  /** The carrier's page on voices. */
  readonly voices: string;
  /** Why there can be no number of this carrier, and what to use instead; null where there can be. */
  readonly refusal: Translated | null;
}

export interface IntegrationType {
  readonly id: string;
  readonly displayName: string;
  /** Where the name is a word and no brand. */
  readonly germanName: string | null;
  /** Other spellings accepted for `id`. */
  readonly aliases: readonly string[];
  /** Typed by who looks for it without knowing its name, in English and German. */
  readonly searchWords: readonly string[];
  readonly category: Category;
  /** The vendor's own description of the format; for our own formats a file of this repository. */
  readonly documentation: string;
  /** False: nothing but a person or a timer ever ends an incident of this tool. */
  readonly sendsResolve: boolean;
  /** True: one payload can report several problems. */
  readonly multiAlert: boolean;
  readonly authentication: { readonly sends: CredentialPlace; readonly note: Translated };
  readonly source: Source;
  /** Only `receiver`s have one. */
  readonly protocol: Protocol | null;
  /** The member of `integrationSettings` that its integrations use. */
  readonly settings: string | null;
  readonly callRouting: CallRouting | null;
  readonly handshake: HandshakeKind | null;
  readonly verification: Verifier | null;
  /** Header that carries the signature or secret, for the verifiers that leave its name open. */
  readonly verificationHeader: string | null;
  /** Dot path in the payload of the secret, for `body-secret`. */
  readonly verificationField: string | null;
  readonly preParser: PreParserName | null;
  readonly split: Split | null;
  /** A request with neither body nor query is an alert of this type, and not somebody who looks at the URL. */
  readonly acceptsEmpty: boolean;
  /** Messages that only add to an open problem. */
  readonly followUp: MessagePattern | null;
  /** Messages without a severity, unless there is a text at `unless`. */
  readonly keepsSeverity: (MessagePattern & { readonly unless: string | null }) | null;
  /** The steps for a person in the tool, in order; `{{webhookUrl}}` stands for the URL of the integration. */
  readonly setup: { readonly steps: readonly Translated[] } | null;
  /**
   * Where no live account of the vendor was ever connected: what that means for whoever relies on it. Null where one
   * was, or none is needed.
   */
  readonly untested: Translated | null;
  /** Statements that could not be checked against the vendor's documentation. */
  readonly unconfirmed: readonly Translated[];
  readonly mapping: AttributesMapping;
  readonly paste: Paste | null;
  /** Configurations of clients, to be copied as they are. */
  readonly snippets: readonly Paste[];
}
