import { Group } from '@mantine/core';
import { Confirm, type ConfirmProps } from './confirm.tsx';

export interface RemoveButtonProps extends Pick<ConfirmProps, 'mutation' | 'onConfirm'> {
  t: { remove: string; removeQuestion: string };
}

/** Deletes what a page is about: the last of all that the page has. */
export function RemoveButton({ t, ...asked }: RemoveButtonProps) {
  return (
    <Group>
      <Confirm label={t.remove} question={t.removeQuestion} {...asked} />
    </Group>
  );
}
