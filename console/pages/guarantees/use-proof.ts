import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { api } from '../../api/client.ts';

type Schemas = components['schemas'];

const goingMilliseconds = 1500;

/** It waits for others, or goes on. */
export function isGoing(proof: Pick<Schemas['ProofRunMembers'], 'state'> | undefined): boolean {
  return proof?.state === 'Waiting' || proof?.state === 'Running';
}

/** A proof that is kept, asked for again until it has come to its end. */
export function useKeptProof(id: string, enabled = true) {
  return api.useQuery(
    'get',
    '/proof/{id}',
    { params: { path: { id } } },
    {
      enabled,
      refetchInterval: ({ state: { data } }) =>
        data === undefined || isGoing(data) ? goingMilliseconds : false,
    },
  );
}

/** Asks for a proof and waits for its end. */
export function useProof() {
  const asked = api.useMutation('post', '/proof');
  const goesOn = isGoing(asked.data);
  const kept = useKeptProof(asked.data?.id ?? '', goesOn);
  const proof = (goesOn ? kept.data : undefined) ?? asked.data;
  return {
    proof,
    isPending: asked.isPending || isGoing(proof),
    error: asked.error ?? (goesOn ? kept.error : null),
    ask: (body: Schemas['ProofInput']) => asked.mutate({ body }),
    reset: asked.reset,
  };
}
