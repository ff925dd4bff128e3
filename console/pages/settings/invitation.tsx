import { Stack, Text } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { Code } from '../../parts/code.tsx';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

/** Where the link went, or the link, which is shown this once. */
export function Invitation({ invitation }: { invitation: components['schemas']['Invitation'] }) {
  const t = useTexts(texts);
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {invitation.sentTo === null ? t.handOver : t.mailedTo(invitation.sentTo)}
      </Text>
      {invitation.url !== null && <Code text={invitation.url} label={t.link} />}
    </Stack>
  );
}
