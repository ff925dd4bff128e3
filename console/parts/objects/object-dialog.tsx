import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useIsKept } from '../draft/index.ts';
import { NewButton } from '../new-button.tsx';
import { draftNameOf } from '../object-form.tsx';
import { sharedTexts } from '../shared-texts.ts';
import { useTexts } from '../texts.tsx';
import { KindForm, type KindFormProps } from './kind-form.tsx';
import { type Kind, kinds } from './kinds.ts';
import { useObjects } from './use-objects.ts';

export interface ObjectDialogProps {
  kind: Kind;
  object: object & { id?: string };
  /** Fields that are drawn from the document. */
  members: readonly string[];
  /** Above them. */
  children?: KindFormProps['children'];
  onClose: () => void;
  /** Called with the id of the stored object. */
  onSaved?: (id: string) => Promise<unknown>;
}

/** The form of an object in a dialog, which closes once it is stored. */
export function ObjectDialogForm(props: ObjectDialogProps) {
  const { kind, object, members, children, onClose, onSaved } = props;
  const shared = useTexts(sharedTexts);
  const { create, replace } = useObjects(kind);
  const { id } = object;
  return (
    <KindForm
      kind={kind}
      id={id ?? null}
      stored={object}
      members={members}
      saveLabel={shared.save}
      save={async (body, seen) => {
        const stored = id === undefined ? await create(body) : await replace(id, body, seen);
        await onSaved?.(stored);
        onClose();
      }}
    >
      {children}
    </KindForm>
  );
}

export interface ObjectDialogButtonProps extends Omit<ObjectDialogProps, 'onClose'> {
  /** The text of the button. */
  label: string;
  /** The title of the dialog. */
  title: string;
  /** The name of the object, if it exists already. */
  of?: string;
  /** Beside something that matters more. */
  isQuiet?: boolean;
}

/** A button with the dialog that it opens, which is open again where something was being written in it. */
export function ObjectDialogButton(props: ObjectDialogButtonProps) {
  const { label, title, of, isQuiet = false, ...form } = props;
  const shared = useTexts(sharedTexts);
  const { kind, object, members } = form;
  const name = draftNameOf({ schema: kinds[kind].schema, stored: { ...object }, members });
  const [opened, { open, close }] = useDisclosure(useIsKept(name));
  return (
    <>
      {of === undefined ? (
        <NewButton isQuiet={isQuiet} begin={open}>
          {label}
        </NewButton>
      ) : (
        <Button variant="default" size="compact-sm" aria-label={`${label}: ${of}`} onClick={open}>
          {label}
        </Button>
      )}
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        size="xl"
        closeButtonProps={{ 'aria-label': shared.close }}
      >
        <ObjectDialogForm {...form} onClose={close} />
      </Modal>
    </>
  );
}
