import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { cleanText } from './clean-text.ts';
import { linkTo } from './link-to.tsx';
import { PhoneFold } from './phone-fold.tsx';
import { sharedTexts } from './shared-texts.ts';
import { useTexts } from './texts.tsx';

export interface PageProps {
  title: string;
  /** Beside the title: badges. */
  mark?: ReactNode;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** Buttons at the right. */
  actions?: ReactNode;
  /** More of them, of which one seldom needs any: folded up on a phone. */
  further?: ReactNode;
  /** The way to pages below this one: a row of its own, folded up on a phone. */
  below?: ReactNode;
  /** Where the page hangs: the pages above it. */
  above?: readonly { title: string; to: LinkProps['to'] }[];
  children: ReactNode;
}

/** Every page: the one heading of the first rank, the title of the window, and what stands beside it. */
export function Page({
  title,
  mark,
  lead,
  actions,
  further,
  below,
  above = [],
  children,
}: PageProps) {
  const shared = useTexts(sharedTexts);
  useEffect(() => {
    // Not an element.
    document.title = `${cleanText(title)} · Tocsin`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        {above.length > 0 && (
          <Breadcrumbs separator={<span aria-hidden>/</span>}>
            {above.map((page) => (
              <Anchor key={page.title} size="sm" renderRoot={linkTo({ to: page.to })}>
                {page.title}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <div className="page-head">
          <Group gap="sm" className="page-title">
            <Title order={1} size="h2" className="breaks-anywhere">
              {title}
            </Title>
            {mark}
          </Group>
          {(actions || further) && (
            <Group gap="xs" className="page-actions">
              {actions}
              {further && (
                <PhoneFold label={shared.further} icon="dots">
                  {further}
                </PhoneFold>
              )}
            </Group>
          )}
          {below && (
            <PhoneFold label={shared.further} icon="dots">
              <nav aria-label={title} className="page-below">
                {below}
              </nav>
            </PhoneFold>
          )}
        </div>
        {lead && (
          <Text c="dimmed" size="sm">
            {lead}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  );
}
