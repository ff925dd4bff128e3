import { resource } from './overlay.ts';
import { exactlyOneOf } from './rules.ts';

export const groupMapping = resource({
  type: 'tocsin_group_mapping',
  category: 'People and teams',
  description:
    'What the members of a group of an identity provider get: a role in the organization, in a team, or both. May be declared before the group exists.',
  operations: {
    create: 'createGroupMapping',
    read: 'getGroupMapping',
    update: 'replaceGroupMapping',
    delete: 'deleteGroupMapping',
    list: { operation: 'listGroupMappings', items: 'groupMappings' },
  },
  attributes: {
    origin: { equivalent: 'letter-case' },
    // Deleting the team deletes the mapping: it cannot be moved to their successor.
    teamId: { replaces: true, description: 'Id of the team in which `team_role` is given.' },
    createdTeamId: {
      volatile: true,
      description: 'Id of the team that `create_team` made or found. Null before the group exists.',
    },
  },
  rules: [exactlyOneOf('', ['group_display_name', 'group_id'])],
  dataSources: [
    {
      type: 'tocsin_group_mapping',
      description: 'One group mapping, by its id or by its group.',
      operation: 'searchGroupMapping',
      byId: 'getGroupMapping',
    },
    {
      type: 'tocsin_group',
      description: 'A group of an identity provider, found by its name.',
      operation: 'searchGroup',
      byId: 'getGroup',
    },
  ],
});
