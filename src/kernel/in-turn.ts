let last: Promise<unknown> = Promise.resolve();

/**
 * Steps of long reads one after the other, whoever reads: several of them at once take from senders no more of the processor
 * than one does, and the others wait for a step of each, never for the whole of one.
 */
export function inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
  const mine = last.then(step);
  last = mine.catch(() => {});
  return mine;
}
