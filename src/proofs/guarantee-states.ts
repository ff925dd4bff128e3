import { Schema } from 'mongoose';
import { defineModel, schemaOf } from '../store/index.ts';
import type { Episode, GuaranteeNews } from './guarantee-alarm.ts';
import type { ShownResult } from './shown-result.ts';

/** How a guarantee stands by the last check; `_id` is its id. */
export interface GuaranteeState {
  _id: string;
  organizationId: string;
  /** When it is checked next. */
  nextAt: Date;
  /** Null: it was not checked yet, and so is all that follows. */
  checkedAt: Date | null;
  /** The key of the settings it was checked with: equal keys mean equal settings. */
  inputsKey: string | null;
  result: ShownResult | null;
  /** Since when checks have found it in this state. */
  stateSince: Date | null;
  /** Null: there is nothing that was said and is to be taken back. */
  episode: Episode | null;
  /** News that people are still to be told. Absent: none. */
  news?: GuaranteeNews[];
}

const schema = schemaOf<GuaranteeState>({
  _id: String,
  organizationId: String,
  nextAt: Date,
  checkedAt: Date,
  inputsKey: String,
  result: Schema.Types.Mixed,
  stateSince: Date,
  episode: Schema.Types.Mixed,
  news: { type: [Schema.Types.Mixed], default: undefined },
});
// For the next checks.
schema.index({ nextAt: 1 });
// For deletion with an organization.
schema.index({ organizationId: 1 });
// For news that people are still to be told.
schema.index({ 'news.at': 1 }, { sparse: true });

export const guaranteeStateModel = defineModel<GuaranteeState>('guarantee_states', schema);

export function newState(id: string, organizationId: string, nextAt: Date): GuaranteeState {
  return {
    ...{ _id: id, organizationId, nextAt },
    ...{ checkedAt: null, inputsKey: null, result: null, stateSince: null, episode: null },
  };
}
