import { overrideKind, removeOverride, takeShift } from '../../../on-call/index.ts';
import { type Handlers, ok } from '../handlers.ts';
import { resourceOperations, viewOf } from '../resource-operations.ts';

const definition = { kind: overrideKind, name: 'OnCallOverride' } as const;
const view = viewOf(definition);

export const onCallOverrideOperations = {
  ...resourceOperations({
    ...definition,
    list: 'OnCallOverrides',
    items: 'onCallOverrides',
    ownerOf: (override) => override.userId ?? '',
    remove: removeOverride,
  }),
  takeShift: async (caller, { body }) => ok(await view(caller, await takeShift(caller, body))),
} satisfies Handlers;
