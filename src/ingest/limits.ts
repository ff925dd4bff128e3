/** Spec section 8: the most a webhook body may hold, after inflation. */
export const bodyBytesMax = 3 * 1024 * 1024;

/** Nesting of a JSON body; deeper ones are kept as text. */
export const jsonDepthMax = 100;

export const multipartLimits = {
  parts: 200,
  fields: 200,
  fieldSize: 1024 * 1024,
  fileSize: bodyBytesMax,
  headerPairs: 100,
};

/** Alerts that one payload is split into, and the time that reading them may take. */
export const alertsMax = 1000;
export const alertsSecondsMax = 5;
