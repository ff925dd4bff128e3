import { Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { LoadedPage } from '../../parts/loaded.tsx';
import { KindForm, ObjectPage } from '../../parts/objects/index.ts';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';
import { useHeldByRule } from './use-held-by-rule.ts';

export default function SuppressionRulePage() {
  const t = useTexts(texts);
  const { id } = useParams({ from: '/routing/suppression/$id' });
  const held = useHeldByRule();
  const rule = api.useQuery('get', '/suppression-rule/{id}', { params: { path: { id } } });
  return (
    <LoadedPage query={rule}>
      {(object) => (
        <ObjectPage kind="suppressionRule" t={t} object={object}>
          {(form) => (
            <>
              <Text size="sm" c="dimmed">
                {t.holdsNow}: {held(id)}
              </Text>
              <KindForm kind="suppressionRule" {...form} />
            </>
          )}
        </ObjectPage>
      )}
    </LoadedPage>
  );
}
