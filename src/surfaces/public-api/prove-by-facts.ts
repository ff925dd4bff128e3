import type { components } from '../../contract/index.ts';
import { type ApiDocument, validatorOf } from '../../http/index.ts';
import type { Ctx } from '../../kernel/index.ts';
import { FactsProver, type WholePlan } from '../../proofs/index.ts';
import { askedBody, operationOf } from './asked-body.ts';
import { readChangeSet } from './change-set.ts';
import { proofAnswer, proofRequest } from './proof-view.ts';
import type { Traits } from './traits.ts';

type Schemas = components['schemas'];

export interface FactsProof {
  /** The changes of the facts that set up the plan; errors name its items by their places. */
  changes: WholePlan['changes'];
  /** As `proveConfiguration` answers it. Throws as that operation does. */
  prove(): Promise<Schemas['Proof']>;
}

/**
 * Does the same as `proveConfiguration`, without a server: by the same document and the same checks, on what
 * `getProofFacts` has answered. Throws what is wrong with these.
 */
export function proofByFacts(
  ctx: Ctx,
  publicApi: ApiDocument<Traits>,
  { facts, body, plan }: { facts: unknown; body: unknown; plan: WholePlan },
  patienceMilliseconds: number,
): FactsProof {
  const prover = new FactsProver(ctx, facts === null ? null : factsIn(facts));
  const changes = prover.changesFor(plan);
  return {
    changes,
    async prove() {
      const operation = operationOf(publicApi, 'proveConfiguration');
      const asked = askedBody<Schemas['ProofInput']>(publicApi, operation, body);
      const read = await readChangeSet({ modules: ctx.modules, publicApi }, changes);
      return proofAnswer(await prover.prove(proofRequest(asked, read), patienceMilliseconds));
    },
  };

  function factsIn(given: unknown): Schemas['ProofFacts'] {
    const operation = operationOf(publicApi, 'getProofFacts');
    validatorOf(publicApi).demandDeclared(operation, { status: 200, body: given });
    // as: it has just been held against the document.
    return given as Schemas['ProofFacts'];
  }
}
