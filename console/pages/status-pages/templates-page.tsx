import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NewButton } from '../../parts/new-button.tsx';
import { ObjectTable } from '../../parts/object-table.tsx';
import { Page } from '../../parts/page.tsx';
import { updateTexts } from '../../parts/public-update/texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { TemplateDialog } from './template-dialog.tsx';
import { texts } from './texts.ts';
import { pageTexts } from './update-texts.ts';
import { useAll } from './use-all.ts';

type Template = components['schemas']['PublicUpdateTemplate'];

export default function TemplatesPage() {
  const t = useTexts(pageTexts);
  const above = useTexts(texts);
  const { states } = useTexts(updateTexts);
  const mayChange = useMayAdminister();
  const queries = useQueryClient();
  const all = useAll();
  const [edited, setEdited] = useState<Template | 'new' | null>(null);
  const isEdited = ({ id }: Template) => edited !== 'new' && edited?.id === id;
  return (
    <Page
      title={t.templates}
      lead={t.templatesLead}
      above={[
        { title: above.title, to: '/status-pages' },
        { title: t.title, to: '/status-pages/updates' },
      ]}
      actions={mayChange && <NewButton begin={() => setEdited('new')}>{t.newTemplate}</NewButton>}
    >
      <Loaded query={all}>
        {({ templates }) => {
          if (templates.length === 0)
            return (
              <Empty
                title={t.noTemplates}
                action={
                  mayChange && (
                    <NewButton isQuiet begin={() => setEdited('new')}>
                      {t.newTemplate}
                    </NewButton>
                  )
                }
              >
                {t.noTemplatesHelp}
              </Empty>
            );
          return (
            <ObjectTable
              label={t.templates}
              items={templates}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.name,
                  cell: (template) => (
                    <Group gap="xs">
                      <Button
                        variant="subtle"
                        size="compact-md"
                        className="breaks-anywhere"
                        onClick={() => setEdited(template)}
                      >
                        {template.displayName}
                      </Button>
                      <ByCodeBadge isProvisioned={template.isProvisioned} />
                    </Group>
                  ),
                },
                {
                  title: t.text,
                  isExtra: true,
                  cell: ({ state, messages }) =>
                    [...(state ? [states[state]] : []), messages[0]?.message.slice(0, 120)].join(
                      ': ',
                    ),
                },
                {
                  title: t.code,
                  isExtra: true,
                  cell: ({ id }) => <AsCodeButton type="tocsin_public_update_template" id={id} />,
                },
              ]}
            />
          );
        }}
      </Loaded>
      {edited && (
        <TemplateDialog
          // As it is by now: somebody else may save meanwhile.
          stored={edited === 'new' ? null : (all.data?.templates.find(isEdited) ?? edited)}
          mayChange={mayChange}
          close={() => setEdited(null)}
          renew={() => queries.invalidateQueries({ queryKey: ['get', '/status-page/search/list'] })}
        />
      )}
    </Page>
  );
}
