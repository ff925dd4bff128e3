/**
 * The result of `work`; where that takes longer, the one of `late`, which may throw. The work goes on then, and whether
 * it fails is of no interest.
 */
export async function within<Result, Late>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Awaited<Late>> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds).unref();
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
