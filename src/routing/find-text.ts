/** Up to here V8's own search is linear: its tables of shifts end at 250 characters. */
const nativeMax = 200;

/** How much work a search is, in characters that V8 looks at; ours takes about eight times as long for one. */
export function searchCost(text: string, part: string): number {
  return (text.length + part.length) * (part.length <= nativeMax ? 1 : 8);
}

/**
 * Whether `text` contains `part`, in time that grows with the sum of their lengths. V8's search takes the product of
 * the two for long parts that repeat themselves: seconds for 64 KB, which a rule may compare with.
 */
export function containsText(text: string, part: string): boolean {
  if (part.length <= nativeMax) return text.includes(part);
  if (part.length > text.length) return false;
  // Knuth, Morris and Pratt: how much of `part` is still matched after a mismatch at each place.
  const kept = new Int32Array(part.length);
  for (let index = 1, matched = 0; index < part.length; index += 1) {
    const unit = part.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = kept[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    kept[index] = matched;
  }
  for (let index = 0, matched = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = kept[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched += 1;
    if (matched === part.length) return true;
  }
  return false;
}
