/** Whether mail can be sent to it. */
export function isAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text);
}

/** As E.164 writes numbers, with the plus sign. */
export function isPhoneNumber(text: string): boolean {
  return /^\+[1-9]\d{5,14}$/.test(text);
}
