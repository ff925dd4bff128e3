/** Secrets that can be read where they must not be. */
export function secretsIn(
  where: string,
  text: string,
  secrets: ReadonlyMap<string, string>,
): string[] {
  return [...secrets].flatMap(([what, secret]) => {
    const written = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
    return written.some((one) => text.includes(one)) ? [`${where} has ${what}`] : [];
  });
}
