import type { Ctx } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import type { Guarantee } from './guarantee-kind.ts';
import { guaranteeStateModel } from './guarantee-states.ts';
import { inputsKeyOf, inputsOf } from './proof-inputs.ts';
import type { ShownResult } from './shown-result.ts';
import { everyMilliseconds } from './watch-guarantees.ts';

/** How a guarantee stands, by the last check of the server. */
export interface GuaranteeStatus {
  /** Something has changed since, or it was not checked yet: what is said may be no longer so. */
  isBeingChecked: boolean;
  checkedAt: Date | null;
  /** Null: it was not checked yet. */
  result: ShownResult | null;
  stateSince: Date | null;
}

/** A check of every hour that did not come. */
const oldMilliseconds = 2 * everyMilliseconds;
const unchecked: GuaranteeStatus = {
  ...{ isBeingChecked: true, checkedAt: null, result: null, stateSince: null },
};

/** How these guarantees of the actor's organization stand, by their ids. */
export async function guaranteeStatuses(
  ctx: Ctx,
  guarantees: readonly Guarantee[],
): Promise<(id: string) => GuaranteeStatus> {
  if (guarantees.length === 0) return () => unchecked;
  const inputs = await inputsOf(ctx);
  const states = await driverCollection(guaranteeStateModel(ctx.store))
    .find({ _id: { $in: guarantees.map(({ id }) => id) } })
    .toArray();
  const keys = new Map(guarantees.map((one) => [one.id, inputsKeyOf(inputs, one)]));
  const now = ctx.clock.now().getTime();
  const statuses = new Map(
    states.map(({ _id, inputsKey, ...same }) => {
      const { checkedAt, result, stateSince = null } = same;
      const isOld = !checkedAt || now - checkedAt.getTime() > oldMilliseconds;
      const isBeingChecked = isOld || inputsKey !== keys.get(_id);
      return [_id, { isBeingChecked, checkedAt, result, stateSince }];
    }),
  );
  return (id) => statuses.get(id) ?? unchecked;
}
