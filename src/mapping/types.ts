import type { Sentence } from '../kernel/index.ts';
import type { Budget } from './budget.ts';
import type { Mistakes } from './mistake.ts';

/** The vocabulary of mapping (spec 2.5): what is stored, what an evaluation answers, what a save can complain about. */

/** One step. Exactly one of the type keys is set; `replace` may only accompany `regex`. */
export interface MappingStep {
  xPath?: string | null;
  jsonPath?: string | null;
  regex?: string | null;
  replace?: string | null;
  map?: string | null;
  static?: string | null;
}

export interface MappingAttribute {
  name: string;
  isImage?: boolean | null;
  hideInPreviews?: boolean | null;
  isGroupingKey?: boolean | null;
  expand?: boolean | null;
  mappings: MappingStep[];
}

export interface AttributesMapping {
  attributes: MappingAttribute[];
  groupingWindowInSeconds?: number | null;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface MappedAttribute {
  name: string;
  value: string;
  isImage: boolean;
  hideInPreviews: boolean;
  isGroupingKey: boolean;
}

/**
 * Why a step or an entry produced nothing.
 * `no-match` the expression found nothing; `empty` it found the empty string; `parse` its input is not JSON or XML;
 * `regex-budget` one regex ran past its own step limit; `budget` the payload's shared step limit is used up;
 * `too-large` a value or document is over its cap; `type` the input has the wrong shape for the step;
 * `invalid-value` a reserved attribute got a value it does not know; `unsupported` the step cannot run here.
 */
export type FailReason =
  | 'no-match'
  | 'empty'
  | 'parse'
  | 'regex-budget'
  | 'budget'
  | 'too-large'
  | 'type'
  | 'invalid-value'
  | 'unsupported';

export interface TraceLine {
  attribute: string;
  /** Index of the step in the entry's `mappings`, or null for what happens after the steps. */
  step: number | null;
  evaluation:
    | 'jsonPath'
    | 'xPath'
    | 'regex'
    | 'map'
    | 'static'
    | 'expand'
    | 'variables'
    | 'reserved'
    | 'correlation';
  result?: string;
  reason?: FailReason;
  detail?: Sentence;
  microseconds?: number;
}

export interface Evaluation {
  outcome: 'Open' | 'Resolved' | 'Discarded' | 'Failed';
  status: 'Open' | 'Resolved' | null;
  severity: 'Minor' | 'Warning' | 'Critical' | null;
  title: string | null;
  correlationId: string | null;
  /** The custom attributes, expanded children included, in the order of the mapping. */
  attributes: MappedAttribute[];
  /** Canonical value of the grouping attributes; null when the mapping has none or none evaluated. */
  groupingKey: string | null;
  groupingWindowInSeconds: number | null;
  /** Why the outcome is `Failed`. */
  failure: Sentence | null;
  trace: TraceLine[];
}

export interface MappingProgram {
  readonly usesPreviousIncident: boolean;
  readonly warnings: readonly MappingWarning[];
  /** Steps of all entries together: an evaluation runs at most so many. */
  readonly steps: number;
  /** Estimated heap size, the weight of the program in a `ProgramCache`. */
  readonly bytes: number;
}

/** A part of a mapping that is allowed, but hardly meant. */
export interface MappingWarning {
  readonly pointer: string;
  readonly sentence: Sentence;
}

export type CompileResult =
  | { ok: true; program: MappingProgram }
  /** Keys like `attributesMapping.attributes[0].mappings[1].regex`. */
  | { ok: false; errors: Mistakes };

export interface EvaluationInput {
  /** The wrapped body of spec 4.1: `jsonBody`, `formBody`, `textBody`, `xmlBody`, and whatever else intake adds. */
  payload: { [key: string]: Json };
  integrationName: string;
  /** Record results and microseconds too; reasons are always recorded. */
  trace?: boolean;
  /**
   * The steps that the evaluation may use, as `budgetFor` the size of the body says; afterwards, the steps that are
   * left.
   */
  budget?: Budget;
}

export interface PreviousIncident {
  attributes: readonly { name: string; value: string }[];
  title: string;
}

/** How an evaluation asks for the incident its payload would update. */
export interface IncidentKey {
  correlationId: string | null;
  groupingKey: string | null;
}
