import { api } from '../../api/client.ts';
import { useNames } from '../../parts/names.ts';
import type { FirstRunSearch } from './search.ts';

/** The names of the objects that were made or chosen so far; undefined where a name is not known yet. */
export function useChosen({ team, integration, incident }: FirstRunSearch): FirstRunSearch {
  const teams = useNames('Team');
  const one = api.useQuery(
    'get',
    '/inbound-integration/{id}',
    { params: { path: { id: integration ?? '' } } },
    { enabled: integration !== undefined },
  );
  const opened = api.useQuery(
    'get',
    '/incident/search/{id}',
    { params: { path: { id: incident ?? '' } } },
    { enabled: incident !== undefined },
  );
  return {
    team: team && teams.data?.get(team),
    integration: integration && one.data?.displayName,
    incident: incident && opened.data?.title,
  };
}
