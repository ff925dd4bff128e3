/** Alerts of one payload that are read, decided or written without a break: some milliseconds. */
export const portionMax = 50;

/** Runs one portion of a batch when its turn has come. */
export type RunPortion = <Result>(portion: () => Promise<Result>) => Promise<Result>;

/**
 * Does `step` with all items at once, or, with `runPortion`, with at most `portionMax` of them at a time; with none of
 * none.
 */
export async function inPortions<Item>(
  items: readonly Item[],
  runPortion: RunPortion | undefined,
  step: (portion: readonly Item[]) => Promise<void>,
): Promise<void> {
  if (!runPortion) return step(items);
  let from = 0;
  do {
    const portion = items.slice(from, from + portionMax);
    await runPortion(() => step(portion));
    from += portionMax;
  } while (from < items.length);
}
