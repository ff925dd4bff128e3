/**
 * The catalogue of integration types: which monitoring tools exist, how each one proves who it is, how its body is made
 * readable, how a payload with many alerts is taken apart, and its default mapping. All of it is data in `templates/`;
 * this module reads it once at start and never changes it. It knows no store and no organization, and it evaluates
 * nothing: `mapping` does that. Called by `integrations` (which types exist), `ingest` (pre-parse, split, verify), also
 * in its thread for large bodies, and the generation of the downloadable templates.
 *
 * Order for a payload: stored as received, then `preParse`, then (where the switch is on) `splitPayload`, then mapping.
 *
 * Design notes
 * - Pre-parsers add to the payload and never remove what a saved mapping may read. Redaction is the exception.
 * - `templates/type.schema.json` defines what a file may contain, and editors show it to authors; code never names a
 *   type.
 * - js-yaml reads the records, because `yaml` needs a third of a second for the 140 of them at every start.
 */
export { readPath, withPath } from './dot-path.ts';
export { type Catalogue, loadCatalogue } from './load-catalogue.ts';
export { isFollowUp, keepsSeverity } from './message-traits.ts';
export { preParse } from './pre-parsers/index.ts';
export { linesOf } from './secret-lines.ts';
export { splitPayload } from './split-payload.ts';
export type { IntegrationType, Payload, PreParserName, Protocol, Verifier } from './types.ts';
export { webhookPrefix } from './webhook-prefix.ts';
