import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ConfirmProps } from './confirm.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';
import { useFocusBack } from './use-focus-back.ts';

interface ConfirmDialogProps
  extends Pick<ConfirmProps, 'question' | 'mutation' | 'onConfirm' | 'children'> {
  title: string;
  action: string;
  isReady: boolean;
  onClose(): void;
}

/** The question, above the page. It is loaded when it is first asked. */
export default function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, question, action, mutation, onConfirm, isReady, onClose, children } = props;
  const t = useTexts(sharedTexts);
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t.close }}>
      <Stack>
        <Text>{question}</Text>
        {children}
        {Boolean(mutation.error) && <ProblemNotice error={mutation.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t.cancel}
          </Button>
          <Button
            color="red"
            loading={mutation.isPending}
            disabled={!isReady}
            onClick={() => onConfirm().then(onClose, () => undefined)}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
