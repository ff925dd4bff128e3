/** Whether an address from somebody's data may be followed: to the web and to mail. */
export function isSafe(address: string): boolean {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}
