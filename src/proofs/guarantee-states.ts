import { Schema } from 'mongoose';
import { defineModel, schemaOf } from '../store/index.ts';
import type { ShownResult } from './shown-result.ts';

/** How a guarantee stands by the last check; `_id` is its id. */
export interface GuaranteeState {
  _id: string;
  organizationId: string;
  /** When it is checked next. */
  nextAt: Date;
  /** Null: it was not checked yet, and so is all that follows. */
  checkedAt: Date | null;
  /** What it was checked by: equal keys are equal settings. */
  inputsKey: string | null;
  result: ShownResult | null;
}

const schema = schemaOf<GuaranteeState>({
  _id: String,
  organizationId: String,
  nextAt: Date,
  checkedAt: Date,
  inputsKey: String,
  result: Schema.Types.Mixed,
});
// What is to be checked next.
schema.index({ nextAt: 1 });
// What leaves with an organization.
schema.index({ organizationId: 1 });

export const guaranteeStateModel = defineModel<GuaranteeState>('guarantee_states', schema);

export function newState(id: string, organizationId: string, nextAt: Date): GuaranteeState {
  return { _id: id, organizationId, nextAt, checkedAt: null, inputsKey: null, result: null };
}
