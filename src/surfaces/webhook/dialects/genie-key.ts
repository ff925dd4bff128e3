import type { Credentials, RequestHead } from './dialect.ts';

/**
 * The key of a request to Opsgenie: `Authorization: GenieKey {key}`, else `?apiKey={key}`. Where the integration
 * demands a bearer token, `{key}:{bearer token}`.
 */
export function genieKeyOf({ headers, query }: RequestHead): Credentials {
  const given =
    /^GenieKey\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1] ??
    new URLSearchParams(query).get('apiKey') ??
    '';
  const colon = given.indexOf(':');
  return {
    key: colon < 0 ? given : given.slice(0, colon),
    bearer: colon < 0 ? null : given.slice(colon + 1),
  };
}
