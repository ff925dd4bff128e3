import type { Module } from '../kernel/index.ts';
import { erasePerson } from './erasure.ts';
import { headModel, logHeads } from './heads.ts';
import { auditModel } from './model.ts';
import { chainStartModel, removeLog } from './retention.ts';
import { signAgain } from './sign-again.ts';

export const audit = {
  name: 'audit',
  models: [auditModel, chainStartModel, headModel],
  removeWith: {
    Organization: (world, { id }, stopping) => removeLog(world, id, stopping),
  },
  async forgetPeople(ctx, people) {
    for (const person of people) await erasePerson(ctx, person);
  },
  secretKeyChanged: signAgain,
  tasks: (world) => [{ name: 'audit-heads', everySeconds: 3600, run: () => logHeads(world) }],
} satisfies Module;
