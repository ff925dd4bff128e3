import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../../api/as-seen.ts';
import { api } from '../../../api/client.ts';
import { isConflict } from '../../../api/problem.ts';
import { mergeChanges, useKept } from '../../../parts/draft/index.ts';
import { useTell } from '../../../parts/tell.tsx';
import { draftOf, type MappingDraft, mappingOf } from './draft.ts';

export type Mapping = components['schemas']['AttributesMapping'];

export const mappingPath = '/inbound-integration/{integrationId}/mapping';

/**
 * The mapping that is being written, and the ways to store it. `own` is stored; null as long as the default one holds.
 */
export function useMapping(integrationId: string, own: Mapping | null, defaultMapping: Mapping) {
  const tell = useTell();
  const queries = useQueryClient();
  const saved = own ?? defaultMapping;
  const writing = useKept('mapping', () => ({ draft: draftOf(saved), seen: own }));
  // `seen`: as it was stored when the writing began.
  const { draft, seen } = writing.value;
  const mapping = useMemo(() => mappingOf(draft), [draft]);
  // Written in the same way, so that the order of members makes no difference.
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(mappingOf(draftOf(saved)));
  const creating = api.useMutation('post', mappingPath);
  const replacing = api.useMutation('put', mappingPath);
  const saving = seen ? replacing : creating;
  const removal = api.useMutation('delete', mappingPath);
  const params = { path: { integrationId } };

  const refetch = () => queries.invalidateQueries({ queryKey: ['get', mappingPath] });
  const write = (next: MappingDraft, before: Mapping | null) => {
    saving.reset();
    writing.set({ draft: next, seen: before });
  };
  async function save(before = seen) {
    const body = { attributesMapping: mapping };
    try {
      if (before)
        await replacing.mutateAsync({
          params: { ...params, header: asSeen({ attributesMapping: before }) },
          body,
        });
      else await creating.mutateAsync({ params, body });
    } catch (error) {
      // The mapping as others changed it, for the comparison.
      if (isConflict(error)) await queries.refetchQueries({ queryKey: ['get', mappingPath] });
      throw error;
    }
    writing.settle({ draft, seen: mapping });
    await refetch();
    tell.done();
  }

  const merged = mergeChanges(seen, mapping, own ?? seen);
  return {
    draft,
    mapping,
    isChanged,
    back: writing.back,
    isSaving: saving.isPending,
    error: saving.error,
    conflict:
      isConflict(saving.error) && own
        ? {
            ...merged,
            stored: own,
            error: saving.error,
            merge: () => write(draftOf(merged.value ?? mapping), own),
            overwrite: () => save(own).catch(() => undefined),
          }
        : null,
    change: (next: MappingDraft) => write(next, seen),
    discard() {
      saving.reset();
      writing.settle({ draft: draftOf(saved), seen: own });
    },
    save: () => void save().catch(() => undefined),
    removal,
    /** Removes what is stored, so that the default mapping holds again. */
    async remove(stored: Mapping) {
      await removal.mutateAsync({
        params: { ...params, header: asSeen({ attributesMapping: stored }) },
      });
      writing.settle({ draft: draftOf(defaultMapping), seen: null });
      await refetch();
    },
  };
}
