import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useKept } from '../../../parts/draft/index.ts';
import type { IntegrationType } from '../integration-page.tsx';
import type { Source } from './payload-pane.tsx';
import type { EvaluationInput } from './use-evaluation.ts';
import type { Mapping } from './use-mapping.ts';

/** The source that the mapping is tried on: a stored payload, which the address names, or a pasted request. */
export function useSource(integrationId: string, type: IntegrationType, newest: string | null) {
  const navigate = useNavigate();
  const { payload } = useSearch({ from: '/integrations/$integrationId' });
  const { value: pasted, set: setPasted } = useKept<Pick<Source, 'kind' | 'contentType' | 'body'>>(
    'pasted payload',
    () => ({
      kind: (payload ?? newest) ? 'stored' : 'pasted',
      contentType: type.sample?.contentType ?? 'application/json',
      body: type.sample?.body ?? '{}',
    }),
    { isOfTab: true },
  );
  // A payload that arrives meanwhile does not replace the one that somebody looks at.
  const [first] = useState(newest);
  const source: Source = { ...pasted, payloadId: payload ?? first ?? newest };
  const show = (payloadId: string | null) =>
    void navigate({
      to: '/integrations/$integrationId',
      params: { integrationId },
      search: { tab: 'mapping', payload: payloadId ?? undefined },
      replace: true,
      resetScroll: false,
    });
  return {
    source,
    show,
    change(changed: Source) {
      setPasted(changed);
      if (changed.payloadId !== source.payloadId) show(changed.payloadId);
    },
  };
}

/** Asked when somebody has stopped typing, not with every key. */
export function useInput(
  integrationId: string,
  attributesMapping: Mapping,
  { kind, payloadId, contentType, body }: Source,
): EvaluationInput | null {
  const wanted = useMemo(
    () => ({ attributesMapping, contentType, body, kind, payloadId }),
    [attributesMapping, contentType, body, kind, payloadId],
  );
  const [settled] = useDebouncedValue(wanted, 500);
  if (settled.kind === 'stored' && settled.payloadId === null) return null;
  const { attributesMapping: mapping } = settled;
  return settled.kind === 'stored'
    ? { integrationId, attributesMapping: mapping, payloadId: settled.payloadId }
    : {
        integrationId,
        attributesMapping: mapping,
        request: { contentType: settled.contentType, body: settled.body },
      };
}
