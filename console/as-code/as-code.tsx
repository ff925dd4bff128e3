import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Code } from '../parts/code.tsx';
import { DialogButton, type DialogButtonProps } from '../parts/dialog-button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { useTexts } from '../parts/texts.tsx';
import { loadExporter, readForCode, sessionFetch } from './exporter.ts';
import { saveFile } from './save-file.ts';
import { asCodeTexts } from './texts.ts';

export interface AsCodeProps {
  /** As in Terraform: `tocsin_team`. */
  type: `tocsin_${string}`;
  /** Null for what is not stored yet. */
  id: string | null;
  /** The body that a form is about to send, with the parameters of the path; left out: the stored object. */
  value?: object;
}

const tools = [
  { name: 'terraform', title: 'Terraform', ending: 'tf' },
  { name: 'cdk', title: 'CDK', ending: 'ts' },
  { name: 'curl', title: 'curl', ending: 'sh' },
] as const;

/** An object as Terraform, CDK and curl: each with buttons that copy and save it. */
export function AsCode({ type, id, value }: AsCodeProps) {
  const t = useTexts(asCodeTexts);
  // Typing in a form must not wait for the code beside it.
  const draft = useDeferredValue(value);
  const names = useQuery({
    queryKey: ['as-code', 'names'],
    staleTime: 60_000,
    queryFn: ({ signal }) => readForCode(signal, { namesOnly: true }),
  });
  const stored = useQuery({
    queryKey: ['as-code', type, id],
    enabled: draft === undefined && id !== null,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { clientOf, readObject } = await loadExporter();
      return readObject(clientOf(location.origin, sessionFetch, signal), type, id ?? '');
    },
  });
  const subject = draft ?? stored.data;
  const code = useQuery({
    queryKey: ['as-code', 'text', type, id, subject, names.dataUpdatedAt],
    enabled: names.data !== undefined && subject !== undefined,
    gcTime: 0,
    // While somebody types, the code of before stays.
    placeholderData: (before) => before,
    queryFn: async () => {
      const { codeOf } = await loadExporter();
      return codeOf(names.data?.types ?? [], { type, id, value: subject ?? {} }, location.origin);
    },
  });
  const missing = [names, stored].find(({ error, data }) => error && data === undefined);
  if (missing) return <ProblemNotice error={missing.error} retry={() => missing.refetch()} />;
  return (
    <Loaded query={code} lines={8}>
      {(written) => (
        <Stack gap="sm">
          <Text size="sm">{value === undefined ? t.stored : t.draft}</Text>
          <Tabs defaultValue="terraform">
            <Tabs.List aria-label={t.tool}>
              {tools.map(({ name, title }) => (
                <Tabs.Tab key={name} value={name}>
                  {title}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tools.map(({ name, title, ending }) => (
              <Tabs.Panel key={name} value={name} pt="sm">
                <Code text={written[name]} label={t.code(title)} />
                <Group justify="flex-end" mt="xs">
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() =>
                      saveFile(`${type.replace('tocsin_', '')}.${ending}`, written[name])
                    }
                  >
                    {t.download}
                  </Button>
                </Group>
              </Tabs.Panel>
            ))}
          </Tabs>
          {written.secrets.length > 0 && <Text size="sm">{t.secrets(written.secrets.length)}</Text>}
          {(names.data?.refused.length ?? 0) > 0 && <Text size="sm">{t.incomplete}</Text>}
        </Stack>
      )}
    </Loaded>
  );
}

/** The button of every object and every form; nothing is read before it is pressed. */
export function AsCodeButton({
  of,
  size,
  ...props
}: AsCodeProps & Pick<DialogButtonProps, 'of' | 'size'>) {
  const t = useTexts(asCodeTexts);
  return (
    <DialogButton label={t.asCode} of={of} size={size} icon="code" isBeside width="lg">
      {() => <AsCode {...props} />}
    </DialogButton>
  );
}
