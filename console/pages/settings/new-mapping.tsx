import { Button, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { publicApi } from '../../api/client.ts';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { DialogButton } from '../../parts/dialog-button.tsx';
import { useIsKept } from '../../parts/draft/index.ts';
import { draftNameOf, ObjectForm } from '../../parts/object-form.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { MappingPreview } from './mapping-preview.tsx';
import { texts } from './texts.ts';

type Input = components['schemas']['GroupMappingInput'];

const empty: Input = {
  groupDisplayName: '',
  origin: 'Scim',
  organizationRole: null,
  teamId: null,
  teamRole: null,
  createTeam: false,
};

const form = { schema: 'GroupMappingInput', stored: { ...empty } };

/** A mapping, with who would get what before it is made. */
export function NewMapping() {
  const t = useTexts(texts);
  const shared = useTexts(sharedTexts);
  const queries = useQueryClient();
  const [shown, setShown] = useState<Input | null>(null);
  return (
    <DialogButton
      label={t.newMapping}
      variant="filled"
      icon="plus"
      width="lg"
      isOpen={useIsKept(draftNameOf(form))}
    >
      {(close) => (
        <Stack>
          <ObjectForm
            {...form}
            without={['groupId']}
            saveLabel={shared.create}
            beside={(body) => (
              <>
                <Button variant="default" onClick={() => setShown(body as Input)}>
                  {t.preview}
                </Button>
                <AsCodeButton type="tocsin_group_mapping" id={null} value={body} />
              </>
            )}
            save={async (body) => {
              const { error } = await publicApi.POST('/group-mapping', { body: body as Input });
              if (error) throw error;
              await queries.invalidateQueries({ queryKey: ['get', '/group-mapping/search/list'] });
              setShown(null);
              close();
            }}
          />
          {shown && <MappingPreview mapping={shown} />}
        </Stack>
      )}
    </DialogButton>
  );
}
