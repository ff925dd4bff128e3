import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { components } from '../../../openapi/types/public-v1.generated.ts';
import { asSeen } from '../../api/as-seen.ts';
import { api } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DraftNotices, useDraft } from '../../parts/draft/index.ts';
import { toMessages, type Words, wordsOf } from '../../parts/public-update/words.ts';
import { WordsFields } from '../../parts/public-update/words-fields.tsx';
import { sharedTexts } from '../../parts/shared-texts.ts';
import { useTexts } from '../../parts/texts.tsx';
import { useFocusBack } from '../../parts/use-focus-back.ts';
import { pageTexts } from './update-texts.ts';
import { useDescribe } from './use-describe.ts';

export interface TemplateDialogProps {
  /** Null for a new one. */
  stored: components['schemas']['PublicUpdateTemplate'] | null;
  mayChange: boolean;
  close(): void;
  renew(): Promise<unknown>;
}

type Template = NonNullable<TemplateDialogProps['stored']>;

/** The changes that somebody writes, and the template as they saw it: null for a new template. */
interface Edited {
  displayName: string;
  words: Words;
  seen: Template | null;
}

function editedOf(seen: Template | null): Edited {
  if (!seen) return { displayName: '', words: { state: null, en: '', de: '' }, seen };
  return { displayName: seen.displayName, words: wordsOf(seen), seen };
}

/** The changes to a template, and the way to store them. */
function useEdited({ stored, close, renew }: TemplateDialogProps) {
  const creation = api.useMutation('post', '/public-update-template');
  const change = api.useMutation('put', '/public-update-template/{id}');
  const edited = useDraft<Edited>({
    stored: editedOf(stored),
    name: `public-update-template ${stored?.id ?? 'new'}`,
    async save({ displayName, words }, { seen }) {
      const body = { displayName, state: words.state, messages: toMessages(words) };
      if (seen)
        await change.mutateAsync({ params: { path: { id: seen.id }, header: asSeen(seen) }, body });
      else await creation.mutateAsync({ body });
      await renew();
      close();
    },
  });
  return { edited, errors: fieldErrors(creation.error ?? change.error) };
}

/** A text to start updates from. */
export function TemplateDialog(props: TemplateDialogProps) {
  useFocusBack();
  const { stored, mayChange, close, renew } = props;
  const t = useTexts(pageTexts);
  const shared = useTexts(sharedTexts);
  const isProvisioned = stored?.isProvisioned ?? false;
  const isReadOnly = useIsReadOnly(isProvisioned) || !mayChange;
  const removal = api.useMutation('delete', '/public-update-template/{id}');
  const { edited, errors } = useEdited(props);
  const { value } = edited;
  const describe = useDescribe();

  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={stored?.displayName ?? t.newTemplate}
      closeButtonProps={{ 'aria-label': shared.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void edited.submit();
        }}
      >
        <Stack>
          <ByCodeNotice isProvisioned={isProvisioned} />
          <TextInput
            label={t.name}
            required
            disabled={isReadOnly}
            maxLength={500}
            error={errors.displayName}
            value={value.displayName}
            onChange={({ currentTarget: { value: displayName } }) =>
              edited.change({ ...value, displayName })
            }
          />
          <WordsFields
            words={value.words}
            isReadOnly={isReadOnly}
            errors={errors}
            change={(words) => edited.change({ ...value, words })}
          />
          <DraftNotices draft={edited} describe={describe} />
          {!isReadOnly && (
            <Group justify="flex-end">
              {stored && (
                <Confirm
                  label={t.remove}
                  question={t.removeTemplate}
                  mutation={removal}
                  onConfirm={async () => {
                    await removal.mutateAsync({
                      params: { path: { id: stored.id }, header: asSeen(stored) },
                    });
                    await renew();
                    close();
                  }}
                />
              )}
              <Button
                type="submit"
                loading={edited.isSaving}
                disabled={value.displayName.trim() === '' || toMessages(value.words).length === 0}
              >
                {shared.save}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Modal>
  );
}
