import { convertedEscalations, escalationsKind } from '../../../on-call/index.ts';
import { answered } from '../../../sentences/index.ts';
import { type Handlers, ok } from '../handlers.ts';
import { resourceOperations } from '../resource-operations.ts';

export const teamEscalationsOperations = {
  ...resourceOperations({
    kind: escalationsKind,
    name: 'TeamEscalations',
    list: 'TeamEscalations',
    items: 'teamEscalations',
  }),

  convertTeamEscalations: async (caller, { params }) => {
    const converted = await convertedEscalations(caller, params.id);
    if (!converted) return ok({ schedules: [], differences: [] });
    const { schedules, policy, differences } = converted;
    return ok({
      schedules: schedules.map(({ id, wire: schedule }) => ({ id, schedule })),
      policy,
      differences: differences.map((one) => answered('text', one)),
    });
  },
} satisfies Handlers;
