import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { useMayAdminister } from '../../api/session.tsx';
import { AsCodeButton } from '../../as-code/as-code.tsx';
import { ByCodeBadge, ByCodeNotice, useIsReadOnly } from '../../as-code/by-code.tsx';
import { Page } from '../page.tsx';
import { RemoveButton } from '../remove-button.tsx';
import { Together } from '../together.tsx';
import { type KindWithPages, kinds } from './kinds.ts';
import type { ListedObject } from './object-list-page.tsx';
import type { ObjectTexts } from './texts.ts';
import { type Fields, useObjects } from './use-objects.ts';

export interface StoredForm {
  id: string;
  stored: object;
  isReadOnly: boolean;
  save: (body: Fields, seen: Fields) => Promise<unknown>;
}

export interface ObjectPageProps {
  kind: KindWithPages;
  t: ObjectTexts;
  object: ListedObject;
  /** Beside the heading: a badge. */
  mark?: ReactNode;
  /** Before the button that shows the code. */
  actions?: (mayChange: boolean) => ReactNode;
  /** No form that is read line by line, but pictures that take the width there is, each of which asks for something. */
  isWide?: boolean;
  children: (form: StoredForm) => ReactNode;
}

/** An object that a team owns: what is known of it, its form, and how it is deleted. */
export function ObjectPage(props: ObjectPageProps) {
  const { kind, t, object, mark, actions, isWide = false, children } = props;
  const { id, displayName, isProvisioned, teamId } = object;
  const { pages, resource } = kinds[kind];
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly(isProvisioned);
  const mayChange = useMayAdminister(teamId) && !isReadOnly;
  const { replace, removal, remove, refresh } = useObjects(kind);
  const Parts = isWide ? Together : Fragment;
  return (
    <Page
      title={displayName}
      mark={
        <>
          {mark}
          <ByCodeBadge isProvisioned={isProvisioned} />
        </>
      }
      above={[{ title: t.title, to: pages }]}
      actions={
        <>
          {actions?.(mayChange)}
          <AsCodeButton type={resource} id={id} />
        </>
      }
    >
      <Parts>
        <Stack gap="lg" maw={isWide ? undefined : 760}>
          <ByCodeNotice isProvisioned={isProvisioned} />
          {children({
            id,
            stored: object,
            isReadOnly: !mayChange,
            save: (body, seen) => replace(id, body, seen),
          })}
          {mayChange && (
            <RemoveButton
              t={t}
              mutation={removal}
              onConfirm={async () => {
                await remove(object);
                await navigate({ to: pages });
                await refresh();
              }}
            />
          )}
        </Stack>
      </Parts>
    </Page>
  );
}
