/** Names of the Public API as Terraform spells them. */

/** `shouldSendSMS` -> `should_send_sms`. */
export function snakeCase(wire: string): string {
  return wire
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}
