import { tierSettingsOf } from '../../../on-call/index.ts';
import { teamKind } from '../../../teams/index.ts';
import { resourceOperations } from '../resource-operations.ts';
import { windowNow } from '../window-now.ts';

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
    const now = caller.clock.now();
    return (team) => ({
      maintenanceTimes: (team.wire.maintenanceWindows ?? []).map((one) => windowNow(one, now)),
      tierSettings: settings.get(team.id) ?? null,
    });
  },
});
