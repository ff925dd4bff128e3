import { Button, type ButtonProps } from '@mantine/core';
import { Icon } from '../icon.tsx';
import { linkTo } from '../link-to.tsx';
import { useTexts } from '../texts.tsx';
import { updateTexts } from './texts.ts';

export interface TellPublicButtonProps {
  /** Ids of what the update is about. */
  incident?: string[];
  service?: string[];
  page?: string[];
  size?: ButtonProps['size'];
  /** For screen readers, where a page has several of these buttons. */
  of?: string;
}

/** Leads to where an update for customers is written, with what it is about. */
export function TellPublicButton({ size, of, ...about }: TellPublicButtonProps) {
  const t = useTexts(updateTexts);
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<Icon name="globe" />}
      aria-label={of === undefined ? t.tellPublic : `${t.tellPublic}: ${of}`}
      renderRoot={linkTo({ to: '/status-pages/updates/new', search: about })}
    >
      {t.tellPublic}
    </Button>
  );
}
