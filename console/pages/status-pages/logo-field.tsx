import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../parts/texts.tsx';
import { texts } from './texts.ts';

export interface LogoFieldProps {
  /** A data URL; null without a logo. */
  value: string | null;
  onChange: (value: string | null) => void;
  isReadOnly: boolean;
  error: string | undefined;
}

const types = ['image/png', 'image/svg+xml'];

/** The logo of a page, chosen from a file. What is in it is checked when the page is saved. */
export function LogoField({ value, onChange, isReadOnly, error }: LogoFieldProps) {
  const t = useTexts(texts);
  const [problem, setProblem] = useState<string | null>(null);
  async function take(file: File | null) {
    if (!file) return;
    setProblem(types.includes(file.type) ? null : t.logoTypes);
    if (types.includes(file.type)) onChange(await dataUrlOf(file));
  }
  return (
    <Input.Wrapper label={t.logo} description={t.logoHelp} error={problem ?? error}>
      <Stack gap="xs" mt="xs" align="flex-start">
        {value === null ? (
          <Text size="sm" c="dimmed">
            {t.noLogo}
          </Text>
        ) : (
          <img src={value} alt={t.logo} height={40} />
        )}
        {!isReadOnly && (
          <Group gap="xs">
            <FileButton accept={types.join(',')} onChange={(file) => void take(file)}>
              {(props) => (
                <Button variant="default" size="xs" {...props}>
                  {t.chooseLogo}
                </Button>
              )}
            </FileButton>
            {value !== null && (
              <Button variant="default" size="xs" onClick={() => onChange(null)}>
                {t.removeLogo}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

/** The type is named by the file; the server looks at what is in it. */
async function dataUrlOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:${file.type};base64,${btoa(text)}`;
}
