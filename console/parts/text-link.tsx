import { Anchor } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link to a page of the console. */
export function TextLink({
  to,
  params,
  search,
  children,
  isStrong = false,
}: Pick<LinkProps, 'to' | 'params' | 'search'> & { children: ReactNode; isStrong?: boolean }) {
  return (
    <Anchor
      fw={isStrong ? 600 : undefined}
      className="breaks-anywhere"
      renderRoot={(props) => <Link to={to} params={params} search={search} {...props} />}
    >
      {children}
    </Anchor>
  );
}
