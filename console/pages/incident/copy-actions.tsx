import { Box, Button } from '@mantine/core';
import { publicApi } from '../../api/client.ts';
import { Icon } from '../../parts/icon.tsx';
import type { Incident } from '../../parts/incident-actions/incident.ts';
import { useTell } from '../../parts/tell.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** The incident for a chat, a ticket or a language model. */
export function CopyActions({ incident }: { incident: Incident }) {
  const t = useTexts(texts);
  const tell = useTell();
  async function copy(): Promise<void> {
    const { data, error } = await publicApi.GET('/incident/search/{id}/markdown', {
      params: { path: { id: incident.id } },
      parseAs: 'text',
    });
    if (error) return tell.refused(error);
    await navigator.clipboard.writeText(data ?? '');
    tell.done(t.copied);
  }
  return (
    <Button
      className="copy-markdown"
      size="sm"
      variant="default"
      aria-label={t.markdown}
      leftSection={<Icon name="copy" />}
      onClick={() => copy().catch(tell.refused)}
    >
      <Box component="span" visibleFrom="sm">
        {t.markdown}
      </Box>
    </Button>
  );
}
