import { answered } from '../../../sentences/index.ts';
import { isSilentAt, logStates, type ShadowRun, shadowRunKind } from '../../../shadow/index.ts';
import type { ApiCaller } from '../caller.ts';
import type { Handlers } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const shadowRunOperations = {
  ...resourceOperations({
    kind: shadowRunKind,
    name: 'ShadowRun',
    list: 'ShadowRuns',
    items: 'shadowRuns',
    async derivedMembers(caller: ApiCaller, runs: readonly ShadowRun[]) {
      const now = caller.clock.now();
      const stateOf = await logStates(caller, runs);
      return (run) => {
        const { readAt, readUntil, failingSince, problem } = stateOf(run.id);
        return {
          isSilent: isSilentAt(run, now),
          readAt: readAt?.toISOString() ?? null,
          readUntil: readUntil?.toISOString() ?? null,
          failingSince: failingSince?.toISOString() ?? null,
          ...answered('problem', problem),
        };
      };
    },
  }),
} satisfies Handlers;
