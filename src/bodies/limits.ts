/** Spec section 8: the most a webhook body may hold, after inflation. */
export const bodyBytesMax = 3 * 1024 * 1024;

/** Nesting of a JSON body; deeper ones are kept as text. */
export const jsonDepthMax = 100;

/** Headers of a request that its payload keeps. */
export const headersMax = 64;
export const headerCharactersMax = 4096;

export const multipartLimits = {
  parts: 200,
  fields: 200,
  fieldSize: 1024 * 1024,
  fileSize: bodyBytesMax,
  headerPairs: 100,
};
