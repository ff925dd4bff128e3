import { type Configuration, genericGrantRequest, type ServerMetadata } from 'openid-client';
import type { components } from '../contract/index.ts';
import type { OutboundClient, OutboundResponse } from '../egress/index.ts';
import { isObject, newToken } from '../kernel/index.ts';
import { answered, type Sentence, say } from '../sentences/index.ts';
import { callbackUrl } from './addresses.ts';
import type { OidcConnection } from './connection-kind.ts';
import { stateOf } from './domain-proofs.ts';
import { egressFetch } from './egress-fetch.ts';
import { failureOf, whyOf } from './failures.ts';
import { discover } from './provider-cache.ts';

type Test = components['schemas']['OidcConnectionTest'];
type Step = Test['steps'][number];
interface Found {
  outcome: Step['outcome'];
  said: Sentence;
}

const messageCharactersMax = 2000;

/** Asks the provider step by step what a sign-in would ask, and says what is wrong. */
export async function testConnection(
  egress: OutboundClient,
  publicUrl: string,
  connection: OidcConnection,
  timeoutSeconds: number,
): Promise<Test> {
  const ask = asker(egress, timeoutSeconds * 1000);
  const steps: Step[] = [];
  const add = (name: Step['name'], { outcome, said }: Found) => {
    const { message, messageSentence } = answered('message', said);
    steps.push({ name, outcome, message: message.slice(0, messageCharactersMax), messageSentence });
    return outcome !== 'Failed';
  };
  const document = await discoveryDocument(ask, connection.wire.issuer);
  const configuration =
    add('Discovery', document.found) && add('Issuer', issuerOf(connection, document.issuer))
      ? await configurationOf(egress, connection, timeoutSeconds)
      : null;
  if (configuration && 'failed' in configuration) add('Capabilities', configuration.failed);
  else if (configuration) {
    const metadata = configuration.serverMetadata();
    add('Capabilities', capabilitiesOf(metadata));
    add('Keys', await keysOf(ask, metadata));
    add('Client', await clientOf(configuration, callbackUrl(publicUrl, connection.organizationId)));
    add('Logout', logoutOf(metadata));
  }
  for (const name of ['Issuer', 'Capabilities', 'Keys', 'Client', 'Logout'] as const)
    if (!steps.some((step) => step.name === name))
      add(name, { outcome: 'Skipped', said: say('stepBeforeFailed') });
  add('Domains', domainsOf(connection));
  return { isWorking: steps.every(({ outcome }) => outcome !== 'Failed'), steps };
}

type Ask = (url: string) => Promise<OutboundResponse>;

function asker(egress: OutboundClient, timeoutMilliseconds: number): Ask {
  const headers = { accept: 'application/json' };
  return (url) => egress.request(url, { headers, timeoutMilliseconds, redirectsMax: 0 });
}

async function discoveryDocument(
  ask: Ask,
  issuer: string,
): Promise<{ found: Found; issuer: unknown }> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const failed = (said: Sentence) => ({ found: fail(said), issuer: null });
  try {
    const answer = await ask(url);
    const { status, isTruncated, body } = answer;
    if (status >= 300 && status < 400) return failed(say('discoveryRedirects', { url, status }));
    if (status !== 200) return failed(say('discoveryMissing', { url, status }));
    if (isTruncated) return failed(say('discoveryTooLarge', { url }));
    const document: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(document)) return failed(say('answersNoObject', { url }));
    return { found: pass(say('addressAnswers', { url })), issuer: document.issuer };
  } catch (error) {
    return failed(unread(url, error));
  }
}

function unread(url: string, error: unknown): Sentence {
  if (error instanceof SyntaxError) return say('answersNoJson', { url });
  return say('addressUnreachable', { url, why: whyOf(error) });
}

function issuerOf({ wire }: OidcConnection, found: unknown): Found {
  if (typeof found !== 'string') return fail(say('issuerUnnamed'));
  if (found === wire.issuer) return pass(say('issuerIs', { issuer: found }));
  if (URL.parse(found)?.href === URL.parse(wire.issuer)?.href)
    return warn(say('issuerSpelled', { found, issuer: wire.issuer }));
  return fail(say('issuerOther', { found: found.slice(0, 500) }));
}

async function configurationOf(
  egress: OutboundClient,
  connection: OidcConnection,
  timeoutSeconds: number,
): Promise<Configuration | { failed: Found }> {
  try {
    return await discover(connection, egressFetch(egress), timeoutSeconds);
  } catch (error) {
    return { failed: fail(whyOf(error)) };
  }
}

function capabilitiesOf(metadata: Readonly<ServerMetadata>): Found {
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
    (name) => metadata[name] === undefined,
  );
  if (missing.length > 0) return fail(say('discoveryLacks', { members: missing }));
  const flows = metadata.response_types_supported;
  if (flows && !flows.includes('code')) return fail(say('noCodeFlow'));
  const algorithms = metadata.id_token_signing_alg_values_supported;
  if (algorithms?.every((one) => one === 'none' || one.startsWith('HS')))
    return fail(say('noPublicKey'));
  const challenges = metadata.code_challenge_methods_supported;
  if (challenges === undefined) return warn(say('pkceUnsaid'));
  if (!challenges.includes('S256')) return fail(say('noPkce'));
  return pass(say('canSignIn'));
}

async function keysOf(ask: Ask, metadata: Readonly<ServerMetadata>): Promise<Found> {
  const url = metadata.jwks_uri ?? '';
  try {
    const { status, body, isTruncated } = await ask(url);
    const set: unknown = status === 200 && !isTruncated ? JSON.parse(body.toString('utf8')) : null;
    const keys = isObject(set) && Array.isArray(set.keys) ? set.keys.filter(isObject) : null;
    if (keys === null) return fail(say('noKeySet', { url, status }));
    const signing = keys.filter(({ use, kty }) => use !== 'enc' && kty !== 'oct');
    if (signing.length === 0) return fail(say('noSigningKey', { url }));
    return pass(say('signingKeys', { count: signing.length }));
  } catch (error) {
    return fail(unread(url, error));
  }
}

/** Redeems a code that nobody issued: who is refused for the code has been let in as a client. */
async function clientOf(configuration: Configuration, redirectUri: string): Promise<Found> {
  try {
    await genericGrantRequest(configuration, 'authorization_code', {
      code: newToken(),
      redirect_uri: redirectUri,
      code_verifier: newToken(),
    });
    return warn(say('tookMadeUpCode'));
  } catch (error) {
    const { reason, detail: answer } = failureOf(error);
    if (reason === 'unreachable') return fail(say('tokensUnreachable', { why: whyOf(error) }));
    if (reason === 'client-refused') return fail(say('clientRefused', { answer }));
    if (/^invalid_grant\b/.test(answer)) return pass(say('clientAccepted'));
    return warn(answer === '' ? say('clientUnclearAnswer') : say('clientUnclear', { answer }));
  }
}

function domainsOf({ wire }: OidcConnection): Found {
  const proofs = wire.domainProofs;
  if (proofs.length === 0) return warn(say('noDomains'));
  const open = proofs.filter((proof) => stateOf(proof) !== 'Proven');
  if (open.length === 0) return pass(say('domainsProven'));
  return warn(say('domainsUnproven', { domains: open.map(({ domain }) => domain) }));
}

function logoutOf(metadata: Readonly<ServerMetadata>): Found {
  const asks = metadata.end_session_endpoint !== undefined;
  const reports = metadata.backchannel_logout_supported === true;
  if (asks && reports) return pass(say('logoutWorks'));
  if (!asks && !reports) return warn(say('noLogoutAtAll'));
  return warn(asks ? say('noLogoutNews') : say('noLogoutThere'));
}

function pass(said: Sentence): Found {
  return { outcome: 'Passed', said };
}
function warn(said: Sentence): Found {
  return { outcome: 'Warning', said };
}
function fail(said: Sentence): Found {
  return { outcome: 'Failed', said };
}
