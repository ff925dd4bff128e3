import { proveGuarantees, readProofFacts } from '../../../proofs/index.ts';
import { readChangeSet, readerOf } from '../change-set.ts';
import { type Handlers, ok } from '../handlers.ts';
import { proofAnswer, proofRequest } from '../proof-view.ts';

export const proofOperations = {
  proveConfiguration: async (caller, { body }) => {
    const changes = await readChangeSet(readerOf(caller), body.changes ?? []);
    const { channels } = caller.dependencies;
    return ok(proofAnswer(await proveGuarantees(caller, channels, proofRequest(body, changes))));
  },
  getProofFacts: async (caller) => ok(await readProofFacts(caller, caller.dependencies.channels)),
} satisfies Handlers;
