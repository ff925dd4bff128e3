import { Button, type ButtonProps, Drawer, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

export interface DialogButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  label: string;
  /** Unless it is the label. */
  title?: string;
  /** The object that it is about, where a page has several of these buttons. */
  of?: string | undefined;
  icon?: IconName;
  /** Beside the page, which stays in sight, in place of above it. */
  isBeside?: boolean;
  width?: 'lg' | 'xl';
  /** Where something was being written in it. */
  isOpen?: boolean;
  /** Drawn while it is open. */
  children: (close: () => void) => ReactNode;
}

/** A button with the dialog that it opens. */
export function DialogButton(props: DialogButtonProps) {
  const { label, title = label, of, icon, size, variant = 'default', children } = props;
  const shared = useTexts(sharedTexts);
  const [opened, { open, close }] = useDisclosure(props.isOpen ?? false);
  const frame = {
    opened,
    onClose: close,
    title,
    size: props.width ?? 'md',
    closeButtonProps: { 'aria-label': shared.close },
    children: children(close),
  };
  return (
    <>
      <Button
        variant={variant}
        size={size}
        aria-label={of === undefined ? undefined : `${label}: ${of}`}
        leftSection={icon && <Icon name={icon} size={16} />}
        onClick={open}
      >
        {label}
      </Button>
      {props.isBeside ? <Drawer {...frame} position="right" /> : <Modal {...frame} />}
    </>
  );
}
