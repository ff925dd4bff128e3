import type { Task, World } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import { guaranteeStateModel } from './guarantee-states.ts';
import type { ProofState } from './prove.ts';

/** How a guarantee stands, by the last check. */
export interface MeasuredGuarantee {
  organizationId: string;
  guaranteeId: string;
  state: ProofState;
  /** 0 where it is broken; null: it breaks at no time that is looked at. */
  breaksInSeconds: number | null;
}

/** Tells every process how all guarantees stand, for its metrics. */
export function guaranteeMetricsTask(
  world: World,
  report: (measured: MeasuredGuarantee[]) => void,
): Task {
  return {
    name: 'guarantee-metrics',
    everySeconds: 60,
    everywhere: true,
    async run() {
      const states = await driverCollection(guaranteeStateModel(world.store))
        .find({ organizationId: { $gt: '' } })
        .project<{
          _id: string;
          organizationId: string;
          result?: { state: ProofState; firstBreakAt: number | null } | null;
        }>({ organizationId: 1, 'result.state': 1, 'result.firstBreakAt': 1 })
        .toArray();
      const now = world.clock.now().getTime();
      report(
        states.flatMap(({ _id: guaranteeId, organizationId, result }) => {
          // Not checked yet.
          if (!result?.state) return [];
          const { state, firstBreakAt } = result;
          const breaksInSeconds =
            firstBreakAt === null ? null : Math.max(0, (firstBreakAt - now) / 1000);
          return { organizationId, guaranteeId, state, breaksInSeconds };
        }),
      );
    },
  };
}
