import { Alert, Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Code } from '../../parts/code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useTexts } from '../../parts/texts.tsx';
import type { ImportProduct } from './products.generated.ts';
import { texts } from './texts.ts';
import type { UsedImport } from './use-import.ts';

export interface FileStepProps {
  product: ImportProduct;
  used: UsedImport;
}

const bytesMax = 200 * 1024 * 1024;

/** How to get the file, and where to put it. */
export function FileStep({ product, used: { reading, people, isBusy } }: FileStepProps) {
  const t = useTexts(texts);
  const [isOver, setOver] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const { name, displayName, file, needsUrl, hasState, hasExport } = product;
  function take(files: readonly File[]): void {
    if (files.length === 0) return;
    const isLarge = files.reduce((sum, { size }) => sum + size, 0) > bytesMax;
    setTooLarge(isLarge);
    if (isLarge) return;
    reading.mutate(
      files.map((content) => ({
        path: content.webkitRelativePath || content.name,
        content,
        changedAt: content.lastModified,
      })),
    );
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      take([...event.dataTransfer.files]);
    },
  };
  const url = needsUrl ? ` --url https://${name}.example.com` : '';
  return (
    <Stack gap="sm">
      {file === null ? (
        <>
          <Text size="sm">{t.saveFirst(displayName)}</Text>
          <Code
            label={t.command}
            text={`npx tocsin import ${name} --api${url} --save ${name}.json`}
          />
        </>
      ) : (
        <Text size="sm">{t.ownFile(displayName, file)}</Text>
      )}
      {(hasState || hasExport) && (
        <Text size="sm">
          {[hasState && t.orState, hasExport && t.orExport(displayName)].filter(Boolean).join(' ')}
        </Text>
      )}
      <div className="import-drop" data-over={isOver || undefined} {...drop}>
        <Group justify="center" gap="sm">
          <FileButton multiple onChange={take}>
            {(props) => (
              <Button {...props} leftSection={<Icon name="upload" size={16} />}>
                {t.chooseFile}
              </Button>
            )}
          </FileButton>
          {(hasState || hasExport) && <FolderButton onChange={take}>{t.chooseFolder}</FolderButton>}
          {isBusy && <Loader size="sm" aria-label={t.working} />}
        </Group>
        <Group gap={6} justify="center" wrap="nowrap">
          <Icon name="lock" size={16} />
          <Text size="sm">{t.stays}</Text>
        </Group>
      </div>
      <Text size="xs" c="dimmed">
        {t.againHelp}
      </Text>
      {isTooLarge && <Problem title={t.notRead} text={t.tooLarge} />}
      {reading.error && <Problem title={t.notRead} text={reading.error.message} isEnglish />}
      {people.error && <Problem title={t.peopleUnknown} text={t.peopleUnknownHelp} />}
    </Stack>
  );
}

/** Browsers hand over a whole folder by an attribute that only they know. */
function FolderButton({
  onChange,
  children,
}: {
  onChange: (files: File[]) => void;
  children: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.setAttribute('webkitdirectory', ''), []);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={children}
        onChange={(event) => onChange([...(event.currentTarget.files ?? [])])}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

function Problem({
  title,
  text,
  isEnglish = false,
}: {
  title: string;
  text: string;
  isEnglish?: boolean;
}) {
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      <Text size="sm" lang={isEnglish ? 'en' : undefined} className="breaks-anywhere">
        {text}
      </Text>
    </Alert>
  );
}
