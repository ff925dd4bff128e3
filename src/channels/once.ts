/** Made by whoever asks first; a failure is forgotten, so that the next one tries again. */
export function once<Made>(make: () => Promise<Made>) {
  let made: Promise<Made> | undefined;
  return {
    get(): Promise<Made> {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    /** Undefined when nobody has asked. */
    made: () => made,
  };
}
