/** The instructions to connect a monitoring tool: the same for the API, the command line and the pages in `docs/`. */

import { type IntegrationType, type Verifier, webhookPrefix } from '../catalogue/index.ts';
import { type Sentence, say, translatedWords } from '../sentences/index.ts';
import { receivesRequests, warningOf } from './types.ts';

export interface Verification {
  readonly name: Verifier;
  /** Header or field of the payload that carries the proof, where its name is not fixed by the scheme. */
  readonly header: string | null;
  readonly field: string | null;
  /** The check, and the secret of the integration that it uses. */
  readonly description: Sentence;
}

interface TypeSetup {
  /** Where the tool posts to; null where nothing posts. */
  readonly webhookUrl: string | null;
  /** For clients of another product's event API: the address that replaces that of the product. */
  readonly receiverUrl: string | null;
  readonly steps: Sentence[];
  readonly pasteTexts: { fileName: string; text: string }[];
  /** Whether a body with several alerts is split: never, if the integration asks for it, or always. */
  readonly splitsAlerts: 'never' | 'optional' | 'always';
  readonly verification: Verification | null;
  readonly warning: Sentence | null;
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

/** The instructions for the tool, with the addresses of the integration on this server. */
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
  const steps = type.setup?.steps.map(({ en, de }) =>
    translatedWords({ en: filled(en), de: filled(de) }),
  );
  return {
    webhookUrl,
    receiverUrl,
    steps: [
      ...(steps ?? stepsWithoutTemplate(type, webhookUrl)),
      // Clients of these have keys of the product that they came from.
      ...(type.protocol ? [say('setupAcceptedKey')] : []),
    ],
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
    warning: warningOf(type, server),
  };
}

function stepsWithoutTemplate(
  { displayName }: IntegrationType,
  address: string | null,
): Sentence[] {
  return address === null ? [] : [say('enterAddressIn', { address, tool: displayName })];
}

const verifications: Readonly<Record<Verifier, Sentence>> = {
  sns: say('verifiedBySns'),
  'github-hmac': say('verifiedByGithub'),
  'gitlab-token': say('verifiedByGitlab'),
  'grafana-hmac': say('verifiedByGrafana'),
  'sentry-hmac': say('verifiedBySentry'),
  'pagerduty-hmac': say('verifiedByPagerDuty'),
  'slack-hmac': say('verifiedBySlack'),
  'hmac-sha256-hex': say('verifiedByHmac', { scheme: 'SHA-256', encoding: 'hex' }),
  'hmac-sha512-hex': say('verifiedByHmac', { scheme: 'SHA-512', encoding: 'hex' }),
  'hmac-sha1-base64': say('verifiedByHmac', { scheme: 'SHA-1', encoding: 'Base64' }),
  'shared-secret-header': say('verifiedByHeader'),
  twilio: say('verifiedByTwilio'),
  'body-secret': say('verifiedByBody'),
};
