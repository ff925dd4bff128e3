import { Link, type LinkProps } from '@tanstack/react-router';

export type PageLink = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** For `renderRoot` of a button or an anchor: a link to a page of the console. */
export function linkTo(link: PageLink) {
  return (props: Record<string, unknown>) => <Link {...link} {...props} />;
}
