/** Values of a parameter of the address, which may be missing, one, or several. */
export function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** The known names among the values. */
export function someOf<Known extends string>(value: unknown, known: readonly Known[]): Known[] {
  return listOf(value).filter((one): one is Known => known.some((name) => name === one));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
