import type { Directory } from '../../scim/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { groupRepository } from './group-repository.ts';
import { type TellOfNewAddress, userRepository } from './user-repository.ts';

/** People and groups of the caller's organization, changed in the caller's name. */
export function directoryFor(ctx: Ctx, tellOfNewAddress: TellOfNewAddress): Directory {
  return { users: userRepository(ctx, tellOfNewAddress), groups: groupRepository(ctx) };
}
