/** Where a server and its Public API are, from the endpoint a person gives. */

const publicApiPath = '/api/public/v1';

/** Of the Public API: the endpoint may or may not name its path, and end in a slash. */
export function publicApiUrl(endpoint: string): string {
  return `${serverUrl(endpoint)}${publicApiPath}`;
}

export function serverUrl(endpoint: string): string {
  const trimmed = endpoint.replace(/\/+$/, '');
  return trimmed.endsWith(publicApiPath) ? trimmed.slice(0, -publicApiPath.length) : trimmed;
}
