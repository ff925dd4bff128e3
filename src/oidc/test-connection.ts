import { type Configuration, genericGrantRequest, type ServerMetadata } from 'openid-client';
import type { components } from '../contract/index.ts';
import type { OutboundClient, OutboundResponse } from '../egress/index.ts';
import { isObject, newToken } from '../kernel/index.ts';
import { callbackUrl } from './addresses.ts';
import type { OidcConnection } from './connection-kind.ts';
import { stateOf } from './domain-proofs.ts';
import { egressFetch } from './egress-fetch.ts';
import { failureOf } from './failures.ts';
import { discover } from './provider-cache.ts';

type Test = components['schemas']['OidcConnectionTest'];
type Step = Test['steps'][number];
type Found = Omit<Step, 'name'>;

/** Asks the provider step by step what a sign-in would ask, and says what is wrong. */
export async function testConnection(
  egress: OutboundClient,
  publicUrl: string,
  connection: OidcConnection,
  timeoutSeconds: number,
): Promise<Test> {
  const ask = asker(egress, timeoutSeconds * 1000);
  const steps: Step[] = [];
  const add = (name: Step['name'], found: Found) => {
    steps.push({ name, ...found });
    return found.outcome !== 'Failed';
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
      add(name, { outcome: 'Skipped', message: 'A step before it failed.' });
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
  const failed = (message: string) => ({ found: fail(message), issuer: null });
  try {
    const answer = await ask(url);
    if (answer.status >= 300 && answer.status < 400)
      return failed(
        `${url} redirects to another address (${answer.status}). Give the issuer to which it belongs: redirects are not followed.`,
      );
    if (answer.status !== 200)
      return failed(
        `${url} answers ${answer.status}: no discovery document is there. Check the path of the issuer, such as the realm or the application.`,
      );
    if (answer.isTruncated) return failed(`${url} answers more than 64 KiB.`);
    const document: unknown = JSON.parse(answer.body.toString('utf8'));
    if (!isObject(document)) return failed(`${url} answers no JSON object.`);
    return { found: pass(`${url} answers.`), issuer: document.issuer };
  } catch (error) {
    if (error instanceof SyntaxError) return failed(`${url} answers no JSON.`);
    return failed(`${url} cannot be reached. ${failureOf(error).detail}`);
  }
}

function issuerOf({ wire }: OidcConnection, found: unknown): Found {
  if (typeof found !== 'string') return fail('The discovery document names no issuer.');
  if (found === wire.issuer) return pass(`It is the issuer ${found}.`);
  if (URL.parse(found)?.href === URL.parse(wire.issuer)?.href)
    return warn(
      `The discovery document writes the issuer ${found}: the same, spelled otherwise than ${wire.issuer}.`,
    );
  return fail(
    `The discovery document says that the issuer is ${found.slice(0, 500)}. Create the connection with exactly that, including the slash at its end or none.`,
  );
}

async function configurationOf(
  egress: OutboundClient,
  connection: OidcConnection,
  timeoutSeconds: number,
): Promise<Configuration | { failed: Found }> {
  try {
    return await discover(connection, egressFetch(egress), timeoutSeconds);
  } catch (error) {
    return { failed: fail(failureOf(error).detail) };
  }
}

function capabilitiesOf(metadata: Readonly<ServerMetadata>): Found {
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
    (name) => metadata[name] === undefined,
  );
  if (missing.length > 0) return fail(`The discovery document lacks ${missing.join(' and ')}.`);
  const flows = metadata.response_types_supported;
  if (flows && !flows.includes('code'))
    return fail('It does not offer the authorization code flow.');
  const algorithms = metadata.id_token_signing_alg_values_supported;
  if (algorithms?.every((one) => one === 'none' || one.startsWith('HS')))
    return fail(
      'It signs ID tokens with no public key (only none or HMAC). Choose RS256 or ES256 there.',
    );
  const challenges = metadata.code_challenge_methods_supported;
  if (challenges === undefined)
    return warn('It does not say that it supports PKCE. It is sent anyway; most ignore it then.');
  if (!challenges.includes('S256'))
    return fail('It does not support PKCE with S256, which protects the code on its way.');
  return pass('Authorization code flow with PKCE (S256) and signed ID tokens.');
}

async function keysOf(ask: Ask, metadata: Readonly<ServerMetadata>): Promise<Found> {
  const address = metadata.jwks_uri ?? '';
  try {
    const { status, body, isTruncated } = await ask(address);
    const set: unknown = status === 200 && !isTruncated ? JSON.parse(body.toString('utf8')) : null;
    const keys = isObject(set) && Array.isArray(set.keys) ? set.keys.filter(isObject) : null;
    if (keys === null) return fail(`${address} answers ${status} and no set of keys.`);
    const signing = keys.filter(({ use, kty }) => use !== 'enc' && kty !== 'oct');
    if (signing.length === 0) return fail(`${address} has no key for signatures.`);
    return pass(`${signing.length} ${signing.length === 1 ? 'key' : 'keys'} for signatures.`);
  } catch (error) {
    if (error instanceof SyntaxError) return fail(`${address} answers no JSON.`);
    return fail(`${address} cannot be reached. ${failureOf(error).detail}`);
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
    return warn('The token endpoint accepted a code that nobody issued.');
  } catch (error) {
    const failure = failureOf(error);
    const { reason, detail } = failure;
    if (reason === 'unreachable') return fail(`The token endpoint cannot be reached. ${detail}`);
    if (reason === 'client-refused')
      return fail(
        `The identity provider refuses the client: ${detail}. Copy the client id and the secret again; the secret may have expired.`,
      );
    if (/^invalid_grant\b/.test(detail)) return pass('The client id and its secret are accepted.');
    return warn(
      `Whether the client is accepted cannot be told; the answer to a made-up code was: ${detail || 'not understood'}`,
    );
  }
}

function domainsOf({ wire }: OidcConnection): Found {
  const proofs = wire.domainProofs;
  if (proofs.length === 0)
    return warn(
      'No domains are named: nobody is sent here by their address, and only people who linked themselves can sign in.',
    );
  const open = proofs.filter((proof) => stateOf(proof) !== 'Proven');
  if (open.length === 0) return pass('All domains are proven.');
  const names = open.map(({ domain }) => domain).join(', ');
  return warn(`Not proven by a DNS record: ${names}. domainProofs says which record is missing.`);
}

function logoutOf(metadata: Readonly<ServerMetadata>): Found {
  const has = {
    'signs people out when they sign out here (RP-initiated logout)':
      metadata.end_session_endpoint !== undefined,
    'reports sign-outs (back-channel logout)': metadata.backchannel_logout_supported === true,
  };
  const missing = Object.entries(has).flatMap(([what, is]) => (is ? [] : [what]));
  if (missing.length === 0) return pass('Signing out works in both directions.');
  return warn(`It does not say that it ${missing.join(', nor that it ')}.`);
}

function pass(message: string): Found {
  return { outcome: 'Passed', message };
}
function warn(message: string): Found {
  return { outcome: 'Warning', message: message.slice(0, 2000) };
}
function fail(message: string): Found {
  return { outcome: 'Failed', message: message.slice(0, 2000) };
}
