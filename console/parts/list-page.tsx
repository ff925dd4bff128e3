import { type ComponentType, Fragment, type ReactNode } from 'react';
import { Empty } from './empty.tsx';
import { type Begin, NewButton } from './new-button.tsx';
import { Page, type PageProps } from './page.tsx';
import { PagedTable, type PagedTableProps } from './paged-table.tsx';
import { Together } from './together.tsx';

export interface ListTexts {
  title: string;
  lead: string;
  none: string;
  noneHelp: string;
  create: string;
}

export interface ListPageProps<Page, Item>
  extends Omit<PagedTableProps<Page, Item>, 'label' | 'empty'>,
    Pick<PageProps, 'above' | 'further'> {
  t: ListTexts;
  /** False: this person may not. */
  create: Begin | false;
  /** Before the button that creates one. */
  actions?: ReactNode;
  /** Before the table: what chooses among them. */
  filters?: ReactNode;
  /** The frame of the page, where it is one of several. */
  frame?: ComponentType<PageProps>;
  /** Below the table. */
  children?: ReactNode;
}

/** A page that lists objects and begins new ones. */
export function ListPage<Listed, Item extends { id: string }>({
  t,
  create,
  above,
  actions,
  further,
  filters,
  frame: Frame = Page,
  children,
  ...table
}: ListPageProps<Listed, Item>) {
  // A table that comes later would push down what is below it.
  const Parts = children ? Together : Fragment;
  const button = (isQuiet: boolean) =>
    create && (
      <NewButton isQuiet={isQuiet} begin={create}>
        {t.create}
      </NewButton>
    );
  return (
    <Frame
      title={t.title}
      lead={t.lead}
      above={above}
      actions={
        <>
          {actions}
          {button(false)}
        </>
      }
      further={further}
    >
      {filters}
      <Parts>
        <PagedTable
          {...table}
          label={t.title}
          empty={
            <Empty title={t.none} action={button(true)}>
              {t.noneHelp}
            </Empty>
          }
        />
        {children}
      </Parts>
    </Frame>
  );
}
