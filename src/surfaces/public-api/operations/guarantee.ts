import { usersById } from '../../../identity/index.ts';
import {
  type Guarantee,
  guaranteeKind,
  guaranteeStatuses,
  type ShownResult,
} from '../../../proofs/index.ts';
import { canSeeTeam, danglingReferences, getResource } from '../../../resources/index.ts';
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
      const [statusOf, isAlarmLost] = await Promise.all([
        guaranteeStatuses(caller, guarantees),
        lostAlarms(caller, guarantees),
      ]);
      return ({ id }) => {
        const { isBeingChecked, checkedAt, result, stateSince } = statusOf(id);
        return {
          state: result?.state ?? null,
          stateSince: stateSince?.toISOString() ?? null,
          firstBreakAt: instantOf(result?.firstBreakAt ?? null),
          isBeingChecked,
          isAlarmLost: isAlarmLost(id),
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

/** Whether the integration that was to open an incident is gone, by the id of the guarantee. */
async function lostAlarms(
  caller: ApiCaller,
  guarantees: readonly Guarantee[],
): Promise<(id: string) => boolean> {
  const named = guarantees.filter(({ wire }) => wire.alarm?.integrationId);
  if (named.length === 0) return () => false;
  const gone = await danglingReferences(caller, guaranteeKind, named);
  return (id) => (gone.get(id) ?? []).some(({ field }) => field === 'alarm.integrationId');
}

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
  const { displayName, told } = wire;
  return proofView({ id, changeId: null, displayName, told }, shown, nameOf, timesMax);
}

function instantOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
