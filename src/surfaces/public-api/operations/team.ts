import { tierSettingsOf } from '../../../on-call/index.ts';
import { teamKind } from '../../../teams/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const teamOperations = resourceOperations({
  kind: teamKind,
  name: 'Team',
  list: 'Teams',
  items: 'teams',
  async derivedMembers(caller, teams) {
    const settings = await tierSettingsOf(
      caller,
      teams.map((team) => team.id),
    );
    return (team) => ({ tierSettings: settings.get(team.id) ?? null });
  },
});
