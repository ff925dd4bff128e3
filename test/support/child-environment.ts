/** What every program that a test starts gets from this process: where programs are, and what Node made of sources. */
export const childEnvironment: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
