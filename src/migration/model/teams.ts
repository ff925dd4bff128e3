import type { Work } from './importer.ts';
import type { Bodies } from './neutral.ts';

type Role = Bodies['tocsin_team_membership']['role'];

/** Who is in which team, from the source or because something of the team names them. */
export interface Members {
  /**
   * Makes the people in a schedule or policy of a team its members, so that they see the incidents they are told of.
   */
  involve(team: string, users: readonly string[]): void;
  /** Adds the memberships, after all that involves people; what the source says of somebody counts. */
  bring(roles?: ReadonlyMap<string, ReadonlyMap<string, Role>>): void;
}

/** `prefix` is what keys of memberships begin with, such as `oncall:team_memberships`. */
export function createMembers(work: Work, prefix: string): Members {
  const involved = new Map<string, Set<string>>();
  return {
    involve(team, users) {
      const known = involved.get(team) ?? new Set();
      for (const user of users) known.add(user);
      involved.set(team, known);
    },
    bring(roles = new Map()) {
      for (const team of new Set([...roles.keys(), ...involved.keys()])) {
        const said = roles.get(team) ?? new Map<string, Role>();
        for (const user of new Set([...(involved.get(team) ?? []), ...said.keys()]))
          work.add('tocsin_team_membership', `${prefix}:${idIn(team)}:${idIn(user)}`, {
            ...{ teamId: team, userId: user },
            role: said.get(user) ?? 'Member',
          });
      }
    },
  };
}

/** The name of the team that owns what has none, as whoever imports says. */
export function nameOfOwnerless(work: Work, usual: string): string {
  return work.answer({
    id: 'ownerless',
    text: 'Which team owns what has no team? A name that no team has becomes a new team.',
    usual,
  });
}

function idIn(key: string): string {
  return key.slice(key.lastIndexOf(':') + 1);
}
