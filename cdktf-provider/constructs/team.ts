import { Construct } from 'constructs';
import type { TeamConfig } from 'tocsin-bindings';
import { TeamMembership, Team as TeamResource } from 'tocsin-bindings';

export type TeamRole = 'Member' | 'Administrator';

/** A member is named by the id of a user, or by an address to invite. */
export type TeamMember = { readonly role?: TeamRole } & (
  | { readonly userId: string }
  | { readonly email: string }
);

export interface TeamProps extends TeamConfig {
  /** Members by a name of your choosing, which schedules refer to. */
  readonly members?: Readonly<Record<string, TeamMember>>;
}

/** A team together with the memberships of its people. */
export class Team extends Construct {
  readonly resource: TeamResource;
  readonly #memberships = new Map<string, TeamMembership>();

  constructor(scope: Construct, id: string, { members = {}, ...config }: TeamProps) {
    super(scope, id);
    this.resource = new TeamResource(this, 'Resource', config);
    for (const [name, member] of Object.entries(members)) this.addMember(name, member);
  }

  get id(): string {
    return this.resource.id;
  }

  /** Default role: Member. Throws when the name is taken. */
  addMember(name: string, { role = 'Member', ...person }: TeamMember): TeamMembership {
    const membership = new TeamMembership(this, name, { teamId: this.id, role, ...person });
    this.#memberships.set(name, membership);
    return membership;
  }

  /** Id of the membership that schedules need. Throws when there is no such member. */
  membershipId(name: string): string {
    const membership = this.#memberships.get(name);
    if (membership === undefined) {
      const known = [...this.#memberships.keys()].join(', ') || 'nobody yet';
      throw new Error(`The team ${this.node.path} has no member "${name}"; it has ${known}.`);
    }
    return membership.id;
  }
}
