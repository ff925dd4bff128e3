interface Fit {
  between: string;
  charactersMax: number;
  /** The text after them if some do not fit. */
  more(left: number): string;
}

/** As many of the parts as have room: whole ones only, so that nothing stays open. */
export function fitted(parts: readonly string[], { between, charactersMax, more }: Fit): string {
  const whole = parts.join(between);
  if (whole.length <= charactersMax) return whole;
  let room = charactersMax - more(parts.length).length;
  let count = 0;
  for (const part of parts) {
    room -= part.length + (count > 0 ? between.length : 0);
    if (room < 0) break;
    count += 1;
  }
  return parts.slice(0, count).join(between) + more(parts.length - count);
}
