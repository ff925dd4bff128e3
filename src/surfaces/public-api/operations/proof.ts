import {
  type GuaranteeWire,
  horizonDaysDefault,
  lateSeconds,
  proveGuarantees,
} from '../../../proofs/index.ts';
import { readChangeSet } from '../change-set.ts';
import { type Handlers, ok } from '../handlers.ts';
import { proofView } from '../proof-view.ts';

export const proofOperations = {
  proveConfiguration: async (caller, { body }) => {
    const guarantees = (body.guarantees ?? []).map(
      ({
        evenIf = null,
        excuses = null,
        alarm = null,
        horizonDays = horizonDaysDefault,
        ...same
      }): GuaranteeWire => ({
        ...same,
        evenIf,
        excuses,
        alarm,
        horizonDays,
      }),
    );
    const proof = await proveGuarantees(caller, caller.dependencies.channels, {
      guaranteeIds: body.guaranteeIds ?? null,
      guarantees,
      horizonDays: body.horizonDays ?? null,
      changes: await readChangeSet(caller, body.changes ?? []),
    });
    return ok({
      from: proof.from.toISOString(),
      late: lateSeconds,
      results: proof.results.map((one) => proofView(one, one, proof.nameOf)),
      newObjects: [...proof.newIds].map(([name, id]) => ({ name, id })),
    });
  },
} satisfies Handlers;
