import { isSilentAt, shadowRunKind } from '../../../shadow/index.ts';
import type { ApiCaller } from '../caller.ts';
import type { Handlers } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const shadowRunOperations = {
  ...resourceOperations({
    kind: shadowRunKind,
    name: 'ShadowRun',
    list: 'ShadowRuns',
    items: 'shadowRuns',
    derivedMembers({ clock }: ApiCaller) {
      const now = clock.now();
      return (run) => ({ isSilent: isSilentAt(run, now) });
    },
  }),
} satisfies Handlers;
