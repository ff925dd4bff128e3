import { Alert, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../as-code/save-file.ts';
import { Code } from '../../parts/code.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useTexts } from '../../parts/texts.tsx';
import type { ImportProduct } from './products.generated.ts';
import type { Result } from './protocol.ts';
import { texts } from './texts.ts';
import type { UsedImport } from './use-import.ts';

export interface DownloadProps {
  product: ImportProduct;
  used: UsedImport;
  result: Result;
}

/** The folder of Terraform as a zip file, made in the browser. */
export function Download({ product, used: { client, choices, isBusy }, result }: DownloadProps) {
  const t = useTexts(texts);
  const { known, unknown } = result.secrets;
  const [withSecrets, setWithSecrets] = useState(false);
  const saving = useMutation({
    mutationFn: () => client.ask('zip', { withSecrets: withSecrets && known > 0 }),
    onSuccess: (zip) => {
      saveFile(`tocsin-import-${product.name}.zip`, zip);
      choices.settle();
    },
  });
  const variables = withSecrets && known > 0 ? ' -var-file=import.tfvars' : '';
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <Text size="sm">{t.downloadHelp}</Text>
        {known > 0 && (
          <Checkbox
            label={t.withSecrets(known)}
            description={t.withSecretsHelp}
            checked={withSecrets}
            onChange={(event) => setWithSecrets(event.currentTarget.checked)}
          />
        )}
        {unknown.length > 0 && (
          <Text size="sm" className="breaks-anywhere">
            {t.unknownSecrets(unknown.join(', '))}
          </Text>
        )}
        <Group>
          <Button
            leftSection={<Icon name="download" size={16} />}
            loading={saving.isPending || isBusy}
            onClick={() => saving.mutate()}
          >
            {t.download}
          </Button>
        </Group>
        {saving.error && (
          <Alert color="red" variant="light" title={t.failed} role="alert">
            <span lang="en">{saving.error.message}</span>
          </Alert>
        )}
        <Code
          label={t.applyCommand}
          text={`cd import && terraform init && terraform apply${variables}`}
        />
      </Stack>
    </Paper>
  );
}
