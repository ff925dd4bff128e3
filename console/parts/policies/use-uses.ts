import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { objectsMax, readAll } from '../names.ts';

type Schemas = components['schemas'];

/** The kinds of objects that can name a policy. */
export const useKinds = ['integrations', 'services', 'routings', 'policies'] as const;
export type UseKind = (typeof useKinds)[number];

export interface Use {
  kind: UseKind;
  id: string;
  name: string;
}

export interface Uses {
  of: (policyId: string) => readonly Use[];
  /** There is more of something than is looked at. */
  hasMore: boolean;
}

/** The objects that name each policy: read once for all policies that a page shows. */
export function useUses() {
  return useQuery({
    queryKey: ['policy-uses'],
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<Uses> => {
      const [integrations, services, routings, policies] = await Promise.all([
        readAll<Schemas['InboundIntegration']>('InboundIntegration', signal),
        readAll<Schemas['Service']>('Service', signal),
        readAll<Schemas['Routing']>('Routing', signal),
        readAll<Schemas['EscalationPolicy']>('EscalationPolicy', signal),
      ]);
      const uses = new Map<string, Use[]>();
      const note = (policyId: string | null | undefined, use: Use) => {
        if (!policyId) return;
        const known = uses.get(policyId.toLowerCase()) ?? [];
        // Several rules of a routing are one place to look at.
        if (known.every(({ id }) => id !== use.id))
          uses.set(policyId.toLowerCase(), [...known, use]);
      };
      for (const { id, displayName, escalationPolicyId } of integrations)
        note(escalationPolicyId, { kind: 'integrations', id, name: displayName });
      for (const { id, displayName, escalationPolicyId } of services)
        note(escalationPolicyId, { kind: 'services', id, name: displayName });
      for (const { id, displayName, rules } of routings)
        for (const { actions } of rules ?? [])
          note(actions?.useEscalationPolicyId, { kind: 'routings', id, name: displayName ?? id });
      for (const { id, displayName, steps } of policies)
        for (const { policyId } of steps.flatMap(({ targets }) => targets ?? []))
          note(policyId, { kind: 'policies', id, name: displayName });
      return {
        of: (policyId) => uses.get(policyId) ?? [],
        hasMore: [integrations, services, routings, policies].some(
          ({ length }) => length >= objectsMax,
        ),
      };
    },
  });
}
