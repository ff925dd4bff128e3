import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Icon } from '../parts/icon.tsx';
import { loadPart } from '../parts/later/index.ts';
import { useTell } from '../parts/tell.tsx';
import { useTexts } from '../parts/texts.tsx';
import { loadExporter, readForCode } from './exporter.ts';
import { saveFile } from './save-file.ts';
import { asCodeTexts } from './texts.ts';

export interface CodeFolderProps {
  /** The file is named after this: the name of the organization or team. */
  name: string;
  /** Only what belongs to this team. */
  teamId?: string;
  language?: 'terraform' | 'cdk';
}

/** Saves the organization, or a team, as a folder of Terraform that plans nothing, or as a program for CDK. */
export function CodeFolder({ name, teamId, language = 'terraform' }: CodeFolderProps) {
  const t = useTexts(asCodeTexts);
  const tell = useTell();
  const part = teamId === undefined ? {} : { teamId };
  const saving = useMutation({
    mutationFn: async () => {
      const [{ toConfiguration, toProgram }, { types, refused }] = await Promise.all([
        loadExporter(),
        readForCode(undefined, { namesOnly: false }),
      ]);
      const { files, secrets } = toConfiguration(types, part);
      if (language === 'cdk') saveFile(`${fileName(name)}.ts`, toProgram(types, part));
      else saveFile(`${fileName(name)}.zip`, await zipped(fileName(name), files));
      return { count: files.size, secrets, refused };
    },
    onSuccess: ({ count, secrets, refused }) => {
      const variables = secrets.map((secret) => `TF_VAR_${secret}`).join(', ');
      tell.done(
        [
          language === 'cdk' ? t.programReady : t.folderReady(count),
          ...(secrets.length > 0 ? [t.secretsToSet(variables)] : []),
          ...(refused.length > 0 ? [t.leftOut(refused.join(', '))] : []),
        ].join(' '),
      );
    },
    onError: (error) => tell.refused(error),
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {language === 'cdk' ? t.program : t.folder}
    </Button>
  );
}

async function zipped(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await loadPart(() => import('fflate'));
  return zipSync(
    Object.fromEntries([...files].map(([name, text]) => [`${folder}/${name}`, strToU8(text)])),
  );
}

function fileName(name: string): string {
  return (
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'tocsin'
  );
}
