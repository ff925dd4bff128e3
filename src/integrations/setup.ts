/**
 * What a person needs to connect a monitoring tool: the same for the API, the command line and the pages in `docs/`.
 */

import { type IntegrationType, type Verifier, webhookPrefix } from '../catalogue/index.ts';
import { inEnglish } from '../sentences/index.ts';
import { receivesRequests, warningOf } from './types.ts';

export interface Verification {
  readonly name: Verifier;
  /** Header or field of the payload that carries the proof, where its name is not fixed by the scheme. */
  readonly header: string | null;
  readonly field: string | null;
  /** What is checked, and what the secret of the integration is. */
  readonly description: string;
}

export interface TypeSetup {
  /** Where the tool posts to; null where nothing posts. */
  readonly webhookUrl: string | null;
  /** For clients of another product's event API: the address that replaces that of the product. */
  readonly receiverUrl: string | null;
  readonly steps: string[];
  readonly pasteTexts: { fileName: string; text: string }[];
  /** Whether a body with several alerts is split: never, if the integration asks for it, or always. */
  readonly splitsAlerts: 'never' | 'optional' | 'always';
  readonly verification: Verification | null;
  readonly warning: string | null;
}

/** How an integration is named in the addresses of this server. */
export interface SetupNames {
  /** In those that carriers call, whose requests are signed. */
  id: string;
  /** In all others. */
  ingestToken: string;
}

/** Stand for an integration while there is none. */
const placeholders: SetupNames = { id: 'INTEGRATION_ID', ingestToken: 'INGEST_TOKEN' };

/** Where integrations are reached: what requests start with, and what follows the @ of a mail address. */
export interface SetupServer {
  baseUrl: string;
  mailDomain: string;
  receivesMail: boolean;
}

/** What to do in the tool, with the addresses of the integration on this server. */
export function setupOf(
  type: IntegrationType,
  server: SetupServer,
  { id, ingestToken }: SetupNames = placeholders,
): TypeSetup {
  const { baseUrl } = server;
  const webhookUrl = receivesRequests(type) ? `${baseUrl}${webhookPrefix}${ingestToken}` : null;
  const receiverUrl = type.protocol && `${baseUrl}/api/receivers/${type.protocol}`;
  const callUrl = type.settings ? `${baseUrl}/telephony/${type.settings}/${id}` : '';
  const filled = (text: string) =>
    text
      .replaceAll('{{callUrl}}', callUrl)
      .replaceAll('{{webhookUrl}}', webhookUrl ?? '')
      .replaceAll('{{emailAddress}}', `${ingestToken}@${server.mailDomain}`)
      .replaceAll('{{receiverUrl}}', receiverUrl ?? '')
      .replaceAll('{{receiverPath}}', receiverUrl ? new URL(receiverUrl).pathname : '')
      .replaceAll('{{scheme}}', new URL(baseUrl).protocol.slice(0, -1))
      .replaceAll('{{host}}', new URL(baseUrl).host)
      .replaceAll('{{key}}', ingestToken);
  const steps = type.setup?.steps ?? stepsWithoutTemplate(type);
  const warning = warningOf(type, server);
  return {
    webhookUrl,
    receiverUrl,
    steps: steps.map(filled),
    pasteTexts: [...(type.paste ? [type.paste] : []), ...type.snippets].map(
      ({ fileName, text }) => ({ fileName, text: filled(text) }),
    ),
    splitsAlerts: type.split === null ? 'never' : type.split.always ? 'always' : 'optional',
    verification: type.verification && {
      name: type.verification,
      header: type.verificationHeader,
      field: type.verificationField,
      description: verifications[type.verification],
    },
    warning: warning && inEnglish(warning),
  };
}

function stepsWithoutTemplate(type: IntegrationType): string[] {
  if (!receivesRequests(type)) return [];
  return [`Enter {{webhookUrl}} in ${type.displayName} as the address that alerts are sent to.`];
}

const verifications: Readonly<Record<Verifier, string>> = {
  sns: 'The signature of the message, by Amazon’s certificate. Secret: ARNs of the topics that may send, one per line; empty for every topic.',
  'github-hmac': 'X-Hub-Signature-256. Secret: the secret of the webhook.',
  'gitlab-token': 'X-Gitlab-Token. Secret: the token.',
  'grafana-hmac':
    'X-Grafana-Alerting-Signature; repeats are refused when the time stamp header is X-Grafana-Alerting-Timestamp. Secret: that of the contact point.',
  'sentry-hmac': 'Sentry-Hook-Signature. Secret: the client secret of the integration in Sentry.',
  'pagerduty-hmac':
    'X-PagerDuty-Signature, any of its v1 values. Secret: that of the subscription.',
  'slack-hmac':
    'X-Slack-Signature, at most five minutes old. Secret: the signing secret of the app.',
  'hmac-sha256-hex': 'A SHA-256 HMAC of the body, in hex. Secret: the one entered in the tool.',
  'hmac-sha512-hex': 'A SHA-512 HMAC of the body, in hex. Secret: the one entered in the tool.',
  'hmac-sha1-base64': 'A SHA-1 HMAC of the body, in Base64. Secret: the one entered in the tool.',
  'shared-secret-header': 'A header that holds the secret. Secret: the one entered in the tool.',
  twilio:
    'X-Twilio-Signature over the public URL of the server. Secret: the auth token of the account.',
  'body-secret':
    'A field of the body that holds the secret; it is redacted before the payload is stored. Secret: the one entered in the tool.',
};
