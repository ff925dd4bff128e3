import type { components } from '../../contract/index.ts';
import { type ApiDocument, canonicaliseKeys, validatorOf } from '../../http/index.ts';
import type { Ctx } from '../../kernel/index.ts';
import { FactsProver, type WholePlan } from '../../proofs/index.ts';
import { readChangeSet } from './change-set.ts';
import { proofAnswer, proofRequest } from './proof-view.ts';
import type { ApiOperation, Traits } from './traits.ts';

type Schemas = components['schemas'];

export interface FactsProof {
  /** What has to change in the facts for the plan to be set up; errors name its items by their places. */
  changes: WholePlan['changes'];
  /** As `proveConfiguration` answers it. Throws as that operation does. */
  prove(): Promise<Schemas['Proof']>;
}

/**
 * What `proveConfiguration` does, without a server: by the same document and the same checks, on what `getProofFacts`
 * has answered. Throws what is wrong with these.
 */
export function proofByFacts(
  ctx: Ctx,
  publicApi: ApiDocument<Traits>,
  { facts, body, plan }: { facts: unknown; body: unknown; plan: WholePlan },
  patienceMilliseconds: number,
): FactsProof {
  const operationOf = (id: string) => {
    const found = publicApi.operations.find(({ operationId }) => operationId === id);
    if (!found) throw new Error(`The document has no ${id}.`);
    return found;
  };
  const prover = new FactsProver(ctx, facts === null ? null : factsIn(facts));
  const changes = prover.changesFor(plan);
  return {
    changes,
    async prove() {
      const asked = bodyIn(operationOf('proveConfiguration'), body);
      const read = await readChangeSet({ modules: ctx.modules, publicApi }, changes);
      return proofAnswer(await prover.prove(proofRequest(asked, read), patienceMilliseconds));
    },
  };

  function factsIn(given: unknown): Schemas['ProofFacts'] {
    validatorOf(publicApi).demandDeclared(operationOf('getProofFacts'), {
      status: 200,
      body: given,
    });
    // as: it has just been held against the document.
    return given as Schemas['ProofFacts'];
  }

  function bodyIn(operation: ApiOperation, given: unknown): Schemas['ProofInput'] {
    const schema = operation.requestBody?.content['application/json']?.schema;
    const asked = canonicaliseKeys(schema, given);
    validatorOf(publicApi).forOperation(operation)({
      ...{ path: operation.path, headers: {}, query: {}, body: asked },
    });
    // as: it has just been held against the document.
    return asked as Schemas['ProofInput'];
  }
}
