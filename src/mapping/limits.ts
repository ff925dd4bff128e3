/**
 * Every cap of the mapping engine. A mapping is written by a customer and a payload by anyone who knows a webhook
 * URL, so neither may decide how long the server works or how much it keeps.
 */
export const limits = {
  attributesMax: 200,
  stepsPerAttributeMax: 20,
  nameCharactersMax: 255,
  groupingWindowSecondsMax: 86_400,
  regexCharactersMax: 4_096,
  replaceCharactersMax: 4_096,
  jsonPathCharactersMax: 2_048,
  jsonPathFilterDepthMax: 16,
  /** Values one JSONPath may look at; beyond it the step fails with `budget`. */
  jsonPathVisitsMax: 200_000,
  xPathCharactersMax: 2_048,
  /** Open parentheses and brackets of an expression. */
  xPathNestingMax: 32,
  /** Namespace declarations of a document on which an expression may use the namespace axis. */
  xPathNamespacesMax: 50,
  mapCharactersMax: 65_536,
  mapPairsMax: 2_000,
  /** UTF-8 bytes of a final value, after substitution of variables. */
  valueBytesMax: 65_536,
  /** A longer CorrelationId is replaced by its hash. */
  correlationIdCharactersMax: 256,
  /** Characters of all final values and expanded children of a payload: they end up in one stored document. */
  valuesCharactersMax: 1_048_576,
  /** Characters of what one step hands to the next: a whole payload must pass, a blow-up must not. */
  stepResultCharactersMax: 4 * 1_024 * 1_024,
  /**
   * Children of one attribute, and of all attributes of an alert: an incident is read and written with each of them.
   */
  expandedChildrenMax: 200,
  expandedInAllMax: 1000,
  /** Steps of all engines together, per payload: 24 ms (`budget.ts`). */
  payloadSteps: 600_000,
  /** Added per character of a text or XML body, which has to be parsed before anything can be found in it. */
  payloadStepsPerCharacter: 2,
  /**
   * Steps for filling in variables, once for texts of the author and once for what the payload brings. Apart from
   * the others, so that a mapping whose steps have used up their budget still fills in its texts.
   */
  variableSteps: 100_000,
  /** Steps for compiling a mapping: 50 ms. */
  compileSteps: 1_250_000,
  /** Warnings about one mapping. */
  warningsMax: 200,
  /** Steps that a regex step may use whatever its input; a step stopped below it was stopped by `payloadSteps`. */
  regexStepsMin: 200_000,
  traceResultCharactersMax: 1_000,
  /** Limit of all results in one trace; later ones are cut to `traceResultCharactersMin`. */
  traceCharactersMax: 262_144,
  traceResultCharactersMin: 60,
  xmlDepthMax: 512,
  xmlAttributesPerElementMax: 1_000,
  xmlElementsMax: 300_000,
  xmlCharactersMax: 3 * 1_024 * 1_024,
  htmlCharactersMax: 512 * 1_024,
  htmlElementsMax: 50_000,
} as const;
