/**
 * Asks Twilio to send a request again that met no server, or one that could not take it (5xx): by itself it does so
 * after a failed connection only, and once. All attempts have 15 seconds together. What stands behind `#` is neither
 * sent nor signed.
 */
export function withRetries(address: string): string {
  return `${address}#rc=3&rp=ct,5xx`;
}

/** The address that requests go to. */
export function withoutRetries(address: string): string {
  return address.split('#')[0] ?? address;
}
