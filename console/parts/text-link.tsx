import { Anchor } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkTo } from './link-to.tsx';

interface TextLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  children: ReactNode;
  isStrong?: boolean;
  /** Among other words, from which its colour alone does not tell it apart (WCAG 1.4.1). */
  isInText?: boolean;
}

/** A link to a page of the console. */
export function TextLink({
  to,
  params,
  search,
  children,
  isStrong = false,
  isInText = false,
}: TextLinkProps) {
  return (
    <Anchor
      fw={isStrong ? 600 : undefined}
      // As large as the words around it; the name of an object at the beginning of a row stands out.
      inherit={!isStrong}
      underline={isInText ? 'always' : 'hover'}
      className="breaks-anywhere"
      renderRoot={linkTo({ to, params, search })}
    >
      {children}
    </Anchor>
  );
}
