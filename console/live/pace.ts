/**
 * Between two refreshes in a burst. The limit for people is 30 requests to one address in 20 seconds; a refresh is one
 * of them, and a third is left for what they do themselves.
 */
const quickMilliseconds = 700;
const slowMilliseconds = 1_700;
const windowMilliseconds = 20_000;
const quickMax = 14;

/**
 * When the next refresh may come after these: quick at the beginning of a burst, slower in one that goes on, never
 * beyond the limit.
 */
export function nextAfter(times: readonly number[]): number {
  const last = times.at(-1) ?? 0;
  const inWindow = times.filter((time) => time > last - windowMilliseconds).length;
  return last + (inWindow < quickMax ? quickMilliseconds : slowMilliseconds);
}

/** Alerts come in bursts: what belongs together is fetched together. */
const gatherMilliseconds = 150;

/**
 * Calls `run` a moment after it was asked to, once for all who asked meanwhile, and as often as the limits allow. `run`
 * says whether it asked the server for anything.
 */
export function paced(run: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let recent: number[] = [];
  return () => {
    if (timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        const now = Date.now();
        if (run()) recent = [...recent.filter((time) => time > now - windowMilliseconds), now];
      },
      Math.max(gatherMilliseconds, nextAfter(recent) - Date.now()),
    );
  };
}

const settleMillisecondsMin = 4_000;

/**
 * From what a page changed by itself to what the server makes of it; by chance, so that not all pages ask at once.
 */
export function settleMilliseconds(): number {
  return settleMillisecondsMin * (1 + Math.random());
}
