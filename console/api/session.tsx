import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { components } from '../../openapi/types/console.generated.ts';
import { forgetDraftsOfOthers } from '../parts/draft/kept.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Languages } from '../parts/texts.tsx';
import { consoleQueries } from './client.ts';
import { pageIsOf } from './signed-in-again.ts';

export type Me = components['schemas']['Me'];

const SessionContext = createContext<Me | null>(null);

/** Who is signed in. */
export const meQuery = consoleQueries.queryOptions('get', '/me', undefined, {
  staleTime: 5 * 60_000,
});

/** Asks once who is signed in, and shows its children to nobody else. */
export function Session({ children }: { children: ReactNode }) {
  const me = useQuery(meQuery);
  return (
    <Loaded query={me}>
      {(data) => (
        <Own key={data.person.id} personId={data.person.id}>
          <Languages language={data.person.language} region={data.person.region}>
            <SessionContext value={data}>{children}</SessionContext>
          </Languages>
        </Own>
      )}
    </Loaded>
  );
}

/** The page of one person: it begins anew for another one, who finds nothing of what this one was writing. */
function Own({ personId, children }: { personId: string; children: ReactNode }) {
  useState(() => {
    pageIsOf(personId);
    forgetDraftsOfOthers(personId);
  });
  return children;
}

export function useMe(): Me {
  const me = useContext(SessionContext);
  if (!me) throw new Error('useMe is for components inside of Session.');
  return me;
}

/** Whether the person may make something that some team owns. */
export function useMayAdministerAny(): boolean {
  const { teams } = useMe();
  const ofOrganization = useMayAdminister();
  return ofOrganization || teams.some(({ role }) => role === 'Administrator');
}

/** Whether the person may change what belongs to the organization, or to this team. */
export function useMayAdminister(teamId?: string | null): boolean {
  const { organizationRole, teams } = useMe();
  if (organizationRole === 'Owner' || organizationRole === 'Administrator') return true;
  return teams.some(({ id, role }) => id === teamId && role === 'Administrator');
}
