import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMayAdministerAny } from '../../api/session.tsx';
import { ByCodeBadge } from '../../as-code/by-code.tsx';
import { ListPage } from '../list-page.tsx';
import { useNames } from '../names.ts';
import type { Column } from '../object-table.tsx';
import type { PagedTableProps } from '../paged-table.tsx';
import { TextLink } from '../text-link.tsx';
import { useTexts } from '../texts.tsx';
import { type KindWithPages, kinds } from './kinds.ts';
import { type ObjectTexts, objectsTexts } from './texts.ts';
import type { StoredObject } from './use-objects.ts';

export interface ListedObject extends StoredObject {
  displayName: string;
  /** Null: it belongs to the organization. */
  teamId: string | null;
}

export interface ObjectListPageProps<Page, Item>
  extends Pick<PagedTableProps<Page, Item>, 'list' | 'itemsOf'> {
  kind: KindWithPages;
  t: ObjectTexts;
  /** Beside the name: a badge. */
  markOf?: (object: Item) => ReactNode;
  /** Between the name and the team. */
  columns?: readonly Column<Item>[];
  /** After the team. */
  extras?: readonly Column<Item>[];
  /** Below the table. */
  children?: ReactNode;
}

/** All objects of a kind that teams own. */
export function ObjectListPage<Page, Item extends ListedObject>(
  props: ObjectListPageProps<Page, Item>,
) {
  const { kind, t, list, itemsOf, markOf, columns = [], extras = [], children } = props;
  const { pages } = kinds[kind];
  const shared = useTexts(objectsTexts);
  const name = useNameColumn(kind, markOf);
  const mayCreate = useMayAdministerAny();
  const names = useNames('Team');
  return (
    <ListPage
      t={t}
      create={mayCreate && { to: `${pages}/new` }}
      list={list}
      itemsOf={itemsOf}
      columns={[
        name,
        ...columns,
        { title: shared.team, cell: ({ teamId }) => names.data?.get(teamId ?? '') ?? '' },
        ...extras,
      ]}
    >
      {children}
    </ListPage>
  );
}

/** The name of an object as a link to its page. */
export function useNameColumn<Item extends ListedObject>(
  kind: KindWithPages,
  markOf?: (object: Item) => ReactNode,
): Column<Item> {
  const { name } = useTexts(objectsTexts);
  return {
    title: name,
    cell: (object) => (
      <Group gap={6}>
        <TextLink isStrong to={`${kinds[kind].pages}/$id`} params={{ id: object.id }}>
          {object.displayName}
        </TextLink>
        {markOf?.(object)}
        <ByCodeBadge isProvisioned={object.isProvisioned} />
      </Group>
    ),
  };
}
