import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../confirm.tsx';
import { sharedTexts } from '../shared-texts.ts';
import { useTexts } from '../texts.tsx';
import { type Kind, kinds } from './kinds.ts';
import { type StoredObject, useObjects } from './use-objects.ts';

export interface ObjectActionsProps {
  kind: Kind;
  object: StoredObject;
  /** The name of the object. */
  of: string;
  mayChange: boolean;
  removeQuestion: string;
  /** For whoever may change it: the button that edits it. */
  children: ReactNode;
}

/** The actions on an object, in its row of a table. */
export function ObjectActions(props: ObjectActionsProps) {
  const { kind, object, of, mayChange, removeQuestion, children } = props;
  const shared = useTexts(sharedTexts);
  const isReadOnly = useIsReadOnly(object.isProvisioned);
  const { removal, remove, refresh } = useObjects(kind);
  return (
    <Group gap="xs" justify="flex-end">
      <AsCodeButton type={kinds[kind].resource} id={object.id} of={of} size="compact-sm" />
      {mayChange && !isReadOnly && (
        <>
          {children}
          <Confirm
            label={shared.remove}
            of={of}
            size="compact-sm"
            question={removeQuestion}
            mutation={removal}
            onConfirm={async () => {
              await remove(object);
              await refresh();
            }}
          />
        </>
      )}
    </Group>
  );
}
