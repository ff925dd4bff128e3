import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Later, later } from './later/index.ts';

const ConfirmDialog = later(() => import('./confirm-dialog.tsx'));

export interface ConfirmProps {
  /** The text of the button that asks. */
  label: string;
  /** The object, where a page has several of these buttons: for screen readers and the title of the dialog. */
  of?: string;
  /** Says what would happen. */
  question: string;
  /** The text of the button that does it, unless it is the same. */
  action?: string;
  mutation: { isPending: boolean; error: unknown; reset(): void };
  /** Answers when it is done; what it throws is shown. */
  onConfirm(): Promise<unknown>;
  /** False while something that the dialog asks for is missing. */
  isReady?: boolean;
  /** The size of the button that asks. */
  size?: ButtonProps['size'];
  children?: ReactNode;
}

/** A button that asks before it does what cannot be undone. */
export function Confirm({ isReady = true, size, label, of, ...asked }: ConfirmProps) {
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
          asked.mutation.reset();
          open();
        }}
      >
        {label}
      </Button>
      {opened && (
        <Later onMissing={close}>
          <ConfirmDialog action={label} {...asked} title={name} isReady={isReady} onClose={close} />
        </Later>
      )}
    </>
  );
}
