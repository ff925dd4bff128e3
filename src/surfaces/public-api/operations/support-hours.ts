import { supportHoursKind } from '../../../urgency/index.ts';
import type { Handlers } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const supportHoursOperations = {
  ...resourceOperations({
    kind: supportHoursKind,
    name: 'SupportHours',
    list: 'SupportHours',
    items: 'supportHours',
  }),
} satisfies Handlers;
