/** Where a server and its Public API are, from the endpoint a person gives. */

const publicApiPath = '/api/public/v1';

/** The URL of the Public API. The endpoint may name its path or not, and may end in a slash. */
export function publicApiUrl(endpoint: string): string {
  return `${serverUrl(endpoint)}${publicApiPath}`;
}

export function serverUrl(endpoint: string): string {
  const trimmed = endpoint.replace(/\/+$/, '');
  return trimmed.endsWith(publicApiPath) ? trimmed.slice(0, -publicApiPath.length) : trimmed;
}
