/** `a…@example.com`: enough for people to know which of their addresses it was. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '…' : `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** `+49…78`. */
export function maskedNumber(number: string): string {
  return number.length < 7 ? '…' : `${number.slice(0, 3)}…${number.slice(-2)}`;
}
