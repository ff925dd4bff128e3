import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { problemOf } from '../../api/problem.ts';
import { formatMoment } from '../moment.tsx';
import { labelOf } from '../schema-form/index.ts';
import { defineTexts, useLanguage, useTexts } from '../texts.tsx';
import type { Conflict } from './use-draft.ts';

const texts = defineTexts({
  en: {
    title: 'Somebody else saved meanwhile',
    by: (name: string, when: string) => `${name} changed this at ${when}, after you opened it.`,
    unknown: (when: string) => `This was changed at ${when}, after you opened it.`,
    nothing: 'What you see here is the same.',
    theirs: 'What they changed:',
    now: (value: string) => `now ${value}`,
    both: (members: string) =>
      `You both changed ${members}. If you take their changes along, yours counts there.`,
    merge: 'Take their changes along',
    overwrite: 'Overwrite their changes',
    discard: 'Drop mine',
    empty: 'empty',
  },
  de: {
    title: 'Jemand hat inzwischen gespeichert',
    by: (name: string, when: string) =>
      `${name} hat dies am ${when} geändert, nachdem Sie es geöffnet hatten.`,
    unknown: (when: string) => `Dies wurde am ${when} geändert, nachdem Sie es geöffnet hatten.`,
    nothing: 'Was Sie hier sehen, ist gleich geblieben.',
    theirs: 'Was geändert wurde:',
    now: (value: string) => `jetzt ${value}`,
    both: (members: string) =>
      `Beide haben ${members} geändert. Wenn Sie die anderen Änderungen übernehmen, gilt dort Ihre.`,
    merge: 'Andere Änderungen übernehmen',
    overwrite: 'Andere Änderungen überschreiben',
    discard: 'Meine verwerfen',
    empty: 'leer',
  },
});

export interface ConflictNoticeProps {
  conflict: Conflict<object>;
  discard(): void;
}

/** Who saved meanwhile, what they changed, and what to do with the changes of both. */
export function ConflictNotice({ conflict, discard }: ConflictNoticeProps) {
  const t = useTexts(texts);
  const { language } = useLanguage();
  const notice = useRef<HTMLDivElement>(null);
  // The button that was pressed may be far from it.
  useEffect(() => {
    // Browsers of today answer a promise, which is no way to end an effect.
    void notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { stored, error, theirs, both, merge, overwrite } = conflict;
  const problem = problemOf(error);
  const when = problem?.changedAt ? formatMoment(new Date(problem.changedAt), language) : '';
  const by = problem?.changedBy;
  const nameOf = (path: string) =>
    path
      .split('.')
      .map((part) => labelOf(part.replace(/^(?:id|name) /, ''), language))
      .join(' › ');
  return (
    <Alert ref={notice} color="yellow" variant="light" title={t.title} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{by ? t.by(by, when) : t.unknown(when)}</Text>
        {theirs.length === 0 ? (
          <Text size="sm">{t.nothing}</Text>
        ) : (
          <>
            <Text size="sm">{t.theirs}</Text>
            <List size="sm">
              {theirs.map((path) => (
                <List.Item key={path}>
                  <b>{nameOf(path)}</b> {t.now(shortly(valueAt(stored, path)) || t.empty)}
                </List.Item>
              ))}
            </List>
          </>
        )}
        {both.length > 0 && <Text size="sm">{t.both(both.map(nameOf).join(', '))}</Text>}
        <Group gap="xs">
          <Button size="xs" onClick={merge}>
            {t.merge}
          </Button>
          <Button size="xs" variant="default" onClick={() => void overwrite()}>
            {t.overwrite}
          </Button>
          <Button size="xs" variant="default" onClick={discard}>
            {t.discard}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

function valueAt(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, part) => {
    const [, member, key] = /^(id|name) (.*)$/.exec(part) ?? [];
    if (Array.isArray(value) && member)
      return value.find((item: Record<string, unknown>) => item[member] === key);
    return typeof value === 'object' && value !== null
      ? new Map(Object.entries(value)).get(part)
      : undefined;
  }, object);
}

const charactersMax = 120;

function shortly(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  const text = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text;
}
