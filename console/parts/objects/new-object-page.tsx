import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../api/session.tsx';
import { Empty } from '../empty.tsx';
import { Loaded } from '../loaded.tsx';
import { ownZone } from '../local-time.ts';
import { useNames } from '../names.ts';
import { Page } from '../page.tsx';
import { sharedTexts } from '../shared-texts.ts';
import { useTexts } from '../texts.tsx';
import { type KindWithPages, kinds } from './kinds.ts';
import type { ObjectTexts } from './texts.ts';
import { type Fields, useObjects } from './use-objects.ts';

export interface NewForm {
  id: null;
  stored: object;
  saveLabel: string;
  save: (body: Fields) => Promise<unknown>;
}

export interface NewObjectPageProps {
  kind: KindWithPages;
  t: ObjectTexts;
  /** Whose it is to begin with; else the person's own. */
  teamId?: string;
  /** As one begins, of a team that the person may choose for it. */
  begin: (teamId: string, zone: string) => object;
  children: (form: NewForm) => ReactNode;
}

/** A new object that a team owns: the person's own where there is one. Its page follows. */
export function NewObjectPage({ kind, t, teamId: asked, begin, children }: NewObjectPageProps) {
  const { pages } = kinds[kind];
  const shared = useTexts(sharedTexts);
  const { teams } = useMe();
  const names = useNames('Team');
  const navigate = useNavigate();
  const { create } = useObjects(kind);
  const [zone] = useState(ownZone);
  const own = teams.find(({ role }) => role === 'Administrator');
  return (
    <Page title={t.create} above={[{ title: t.title, to: pages }]}>
      <Loaded query={names}>
        {(known) => {
          const teamId = asked ?? own?.id ?? [...known.keys()][0];
          if (teamId === undefined) return <Empty title={t.none}>{t.noneHelp}</Empty>;
          return children({
            id: null,
            stored: begin(teamId, zone),
            saveLabel: shared.create,
            save: async (body) => {
              const id = await create(body);
              await navigate({ to: `${pages}/$id`, params: { id } });
            },
          });
        }}
      </Loaded>
    </Page>
  );
}
