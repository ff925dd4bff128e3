import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ProblemNotice } from './problem-notice.tsx';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

export interface ConfirmProps {
  /** What the button says that asks. */
  label: string;
  /** What it is about, where a page has several of these buttons: for screen readers, and above the question. */
  of?: string;
  /** What would happen. */
  question: string;
  /** What the button says that does it. */
  action: string;
  mutation: { isPending: boolean; error: unknown; reset(): void };
  /** Answers when it is done; what it throws is shown. */
  onConfirm(): Promise<unknown>;
  /** False while something that the dialog asks for is missing. */
  isReady?: boolean;
  /** Of the button that asks. */
  size?: ButtonProps['size'];
  children?: ReactNode;
}

/** A button that asks before it does what cannot be undone. */
export function Confirm({
  isReady = true,
  size,
  label,
  of,
  question,
  action,
  mutation,
  onConfirm,
  children,
}: ConfirmProps) {
  const t = useTexts(sharedTexts);
  const [opened, { open, close }] = useDisclosure(false);
  const name = of === undefined ? label : `${label}: ${of}`;
  return (
    <>
      <Button
        // Quiet, as a page may have many of them: red is what really does it.
        variant="default"
        size={size}
        aria-label={name}
        onClick={() => {
          mutation.reset();
          open();
        }}
      >
        {label}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={name}
        closeButtonProps={{ 'aria-label': t.close }}
      >
        <Stack>
          <Text>{question}</Text>
          {children}
          {Boolean(mutation.error) && <ProblemNotice error={mutation.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t.cancel}
            </Button>
            <Button
              color="red"
              loading={mutation.isPending}
              disabled={!isReady}
              onClick={() => onConfirm().then(close, () => undefined)}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
