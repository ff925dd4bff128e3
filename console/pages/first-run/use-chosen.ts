import { api } from '../../api/client.ts';
import { cleanText } from '../../parts/clean-text.ts';
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
  const name = (text: string | undefined) => (text === undefined ? undefined : cleanText(text));
  return {
    team: name(team && teams.data?.get(team)),
    integration: name(integration && one.data?.displayName),
    incident: name(incident && opened.data?.title),
  };
}
