import { Button, CopyButton, Group, Stack } from '@mantine/core';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

/** Text for a file or a shell, with a button that copies it. */
export function Code({ text, label }: { text: string; label: string }) {
  const t = useTexts(sharedTexts);
  return (
    <Stack gap={4}>
      <Group justify="flex-end">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${copied ? t.copied : t.copy}: ${label}`}
              onClick={copy}
            >
              {copied ? t.copied : t.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      <section aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className={text.includes('\n') ? 'code' : 'code code-line'} tabIndex={0}>
          {text}
        </pre>
      </section>
    </Stack>
  );
}
