import { useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { components } from '../../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../../api/as-seen.ts';
import { api } from '../../../api/client.ts';
import { isConflict } from '../../../api/problem.ts';
import { mergeChanges, useKept } from '../../../parts/draft/index.ts';
import { useTell } from '../../../parts/tell.tsx';
import { useTexts } from '../../../parts/texts.tsx';
import { draftOf, type MappingDraft, mappingOf } from './draft.ts';
import { texts } from './texts.ts';

export type Mapping = components['schemas']['AttributesMapping'];

export const mappingPath = '/inbound-integration/{integrationId}/mapping';

/**
 * The mapping that is being written, and the ways to store it. `own` is stored; null as long as the default one holds.
 */
export function useMapping(integrationId: string, own: Mapping | null, defaultMapping: Mapping) {
  const t = useTexts(texts);
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

  useBlocker({
    // Another tab or payload of this page keeps what was written only where it is the same tab.
    shouldBlockFn: ({ current, next }) =>
      isChanged && !staysHere(current, next) && !window.confirm(t.leave),
    enableBeforeUnload: () => isChanged && !writing.isLeaving(),
  });

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
      // What the others made of it, for the comparison.
      if (isConflict(error)) await queries.refetchQueries({ queryKey: ['get', mappingPath] });
      throw error;
    }
    writing.set({ draft, seen: mapping });
    await refetch();
    tell.done();
  }

  const merged = mergeChanges(seen, mapping, own ?? seen);
  return {
    draft,
    mapping,
    isChanged,
    isBack: writing.isBack,
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
    discard: () => write(draftOf(saved), own),
    save: () => void save().catch(() => undefined),
    removal,
    /** Removes what is stored, so that the default mapping holds again. */
    async remove(stored: Mapping) {
      await removal.mutateAsync({
        params: { ...params, header: asSeen({ attributesMapping: stored }) },
      });
      writing.set({ draft: draftOf(defaultMapping), seen: null });
      await refetch();
    },
  };
}

interface Place {
  pathname: string;
  search: unknown;
}

function staysHere(current: Place, next: Place): boolean {
  const tabOf = ({ search }: Place) =>
    typeof search === 'object' && search !== null && 'tab' in search ? search.tab : undefined;
  return current.pathname === next.pathname && tabOf(current) === tabOf(next);
}
