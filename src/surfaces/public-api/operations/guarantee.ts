import { usersById } from '../../../identity/index.ts';
import {
  type Guarantee,
  guaranteeKind,
  guaranteeStatuses,
  type ShownResult,
} from '../../../proofs/index.ts';
import { canSeeTeam, getResource } from '../../../resources/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';
import { proofView } from '../proof-view.ts';
import { resourceOperations } from '../resource-operations.ts';

export const guaranteeOperations = {
  ...resourceOperations({
    kind: guaranteeKind,
    name: 'Guarantee',
    list: 'Guarantees',
    items: 'guarantees',
    async derivedMembers(caller: ApiCaller, guarantees: readonly Guarantee[]) {
      const statusOf = await guaranteeStatuses(caller, guarantees);
      return ({ id }) => {
        const { isBeingChecked, checkedAt, result, stateSince } = statusOf(id);
        return {
          state: result?.state ?? null,
          stateSince: stateSince?.toISOString() ?? null,
          firstBreakAt: instantOf(result?.firstBreakAt ?? null),
          isBeingChecked,
          checkedAt: checkedAt?.toISOString() ?? null,
        };
      };
    },
  }),
  getGuaranteeStatus: async (caller, { params, query }) => {
    const guarantee = await getResource(caller, guaranteeKind, params.id);
    const statusOf = await guaranteeStatuses(caller, [guarantee]);
    const { isBeingChecked, checkedAt, result, stateSince } = statusOf(guarantee.id);
    return ok({
      isBeingChecked,
      checkedAt: checkedAt?.toISOString() ?? null,
      stateSince: stateSince?.toISOString() ?? null,
      result: result && (await resultView(caller, guarantee, result, query.Times)),
    });
  },
} satisfies Handlers;

async function resultView(
  caller: ApiCaller,
  { id, wire }: Guarantee,
  result: ShownResult,
  timesMax: number | undefined,
) {
  const { counterExample } = result;
  const isSeen = counterExample !== null && canSeeTeam(caller, counterExample.teamId);
  const shown = { ...result, counterExample: isSeen ? counterExample : null };
  const ids = new Set(shown.counterExample?.messages.map(({ recipientId }) => recipientId));
  const users = await usersById(caller, [...ids]);
  const nameOf = (userId: string) => {
    const user = users.get(userId);
    return user?.displayName ?? user?.email ?? '';
  };
  return proofView({ id, displayName: wire.displayName }, shown, nameOf, timesMax);
}

function instantOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
