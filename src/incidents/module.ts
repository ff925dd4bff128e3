import type { Module } from '../kernel/index.ts';
import { sweepIncidentOutbox, wakeDueIncidents } from './change.ts';
import { forgetPerson } from './forget-person.ts';
import { incidentModel } from './model.ts';

export const incidents = {
  name: 'incidents',
  models: [incidentModel],
  forgetPerson: (ctx, { id }) => forgetPerson(ctx, ctx.organizationId, id),
  tasks: (world) => [
    {
      name: 'unsnooze',
      everySeconds: 1,
      run: async (stopping) => void (await wakeDueIncidents(world, stopping)),
    },
    { name: 'incident-audit-outbox', everySeconds: 30, run: () => sweepIncidentOutbox(world) },
  ],
} satisfies Module;
