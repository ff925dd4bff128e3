import { Button, Group, Paper, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayAdminister } from '../../api/session.tsx';
import { Icon } from '../../parts/icon.tsx';
import { formatDay } from '../../parts/moment.tsx';
import { Page } from '../../parts/page.tsx';
import { PhoneFold } from '../../parts/phone-fold.tsx';
import { useLanguage, useTexts } from '../../parts/texts.tsx';
import type { Days } from './days.ts';
import { texts } from './texts.ts';

export interface Download {
  label: string;
  /** An address of the Public API. */
  href: string;
}

export interface ReportFrameProps {
  title: string;
  mark?: ReactNode;
  lead?: ReactNode;
  downloads: readonly Download[];
  /** Fields that say what the report is about. */
  fields: ReactNode;
  /** The same on paper: days as the report has them, and names of what was chosen. */
  period?: Days | undefined;
  chosen?: readonly (string | undefined)[];
  children: ReactNode;
}

/** The frame of every report: the way to the others, its subject, downloads, paper. */
export function ReportFrame(props: ReportFrameProps) {
  const { title, mark, lead, downloads, fields, period, chosen = [], children } = props;
  const t = useTexts(texts);
  const { language } = useLanguage();
  const mayAdminister = useMayAdminister();
  const days =
    period && `${formatDay(period.from, language)} – ${formatDay(period.until, language)}`;
  const pages: { to: LinkProps['to']; text: string }[] = [
    { to: '/reports', text: t.incidentReport },
    ...(mayAdminister ? [{ to: '/reports/on-call' as const, text: t.onCallReport }] : []),
    { to: '/reports/engagement', text: t.engagementReport },
  ];
  return (
    <Page
      title={title}
      mark={mark}
      lead={lead}
      actions={
        <Button variant="default" onClick={() => window.print()}>
          {t.print}
        </Button>
      }
      further={downloads.map(({ label, href }) => (
        <Button
          key={label}
          component="a"
          href={href}
          download
          variant="default"
          leftSection={<Icon name="download" />}
        >
          {label}
        </Button>
      ))}
    >
      <nav aria-label={t.reports} className="report-tabs not-on-paper">
        {pages.map(({ to, text }) => (
          <Link
            key={text}
            to={to}
            className="report-tab"
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {text}
          </Link>
        ))}
      </nav>
      {fields && (
        <PhoneFold icon="calendar" label={days ?? t.period}>
          <Paper
            withBorder
            p="md"
            radius="md"
            component="section"
            aria-label={t.about}
            className="not-on-paper"
          >
            <Group align="flex-end" gap="md" className="report-filters">
              {fields}
            </Group>
          </Paper>
        </PhoneFold>
      )}
      {days && (
        <Text size="sm" className="only-on-paper">
          {[days, ...chosen.filter(Boolean)].join(' · ')}
        </Text>
      )}
      {children}
    </Page>
  );
}

/** The address of a download with what was asked for. */
export function downloadOf(
  path: string,
  query: Record<string, string | number | readonly string[] | undefined>,
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of value === undefined ? [] : [value].flat())
      parameters.append(name, String(one));
  return `/api/public/v1${path}?${parameters}`;
}
