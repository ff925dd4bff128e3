import { cancelProof, getProof, listProofs, readProofFacts } from '../../../proofs/index.ts';
import { readChangeSet, readerOf } from '../change-set.ts';
import { type Handlers, ok } from '../handlers.ts';
import { proofRequest, proofRunSummary, proofRunView } from '../proof-view.ts';

export const proofOperations = {
  proveConfiguration: async (caller, { body }) => {
    const changes = await readChangeSet(readerOf(caller), body.changes ?? []);
    const { proofs } = caller.dependencies;
    return ok(proofRunView(await proofs.create(caller, proofRequest(body, changes))));
  },
  getProof: async (caller, { params }) => ok(proofRunView(await getProof(caller, params.id))),
  cancelProof: async (caller, { params }) => ok(proofRunView(await cancelProof(caller, params.id))),
  listProofs: async (caller, { query }) => {
    const { IdLessThan: idLessThan, Limit: limit = 20 } = query;
    const { proofs, hasMore } = await listProofs(caller, { idLessThan, limit });
    return ok({ proofs: proofs.map(proofRunSummary), hasMore });
  },
  getProofFacts: async (caller) => ok(await readProofFacts(caller, caller.dependencies.channels)),
} satisfies Handlers;
