/**
 * Mapping: turns a payload into the attributes of an incident (spec 2.5).
 *
 * Owns the semantics of a mapping: its five kinds of steps and their engines, variables, expansion, fallback entries,
 * correlation and grouping keys, every limit. Pure: it reads the clock only for trace timings, uses no database and no
 * network, and imports only kernel. Called by integrations (to check a mapping when it is saved),
 * ingest (to evaluate payloads), the dry run and the command line.
 *
 * Design notes
 * - A mapping is compiled once per saved version and kept in a `ProgramCache`; evaluating a typical one takes
 *   microseconds.
 * - Evaluation never throws because of a payload's content. The trace shows what failed, with one of a fixed set of
 *   reasons.
 * - One budget of steps per payload bounds all engines together (`budget.ts`); documents, values and lists have
 *   caps (`limits.ts`).
 * - XPath lives in WebAssembly: await `loadXPath()` once at start; after that everything is synchronous.
 */

export { textOf as mistakeInEnglish } from '../kernel/index.ts';
export { type Budget, budgetFor } from './budget.ts';
export { compileMapping } from './compile.ts';
export { contentMembers } from './correlation.ts';
export { evaluateMapping, evaluateMappingWithPrevious } from './evaluate.ts';
export { isObject as isJsonObject, JsonDepthError, parseJsonBody } from './json-text.ts';
export { limits } from './limits.ts';
export { normaliseMapping } from './normalise.ts';
export { possibleSeverities } from './possible-severities.ts';
export { ProgramCache } from './program-cache.ts';
export { severities, statuses } from './reserved.ts';
export type * from './types.ts';
export { plainAttribute, unmapped } from './unmapped.ts';
export { loadXPath, xPathMemoryBytes } from './xpath/index.ts';
