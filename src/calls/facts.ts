import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { teamsInShadow } from '../shadow/index.ts';
import { type RandomBelow, resolveChain } from './dial-chain.ts';
import { busyMembers, reserveMember } from './engagements.ts';
import type { DialChain, Facts, Need } from './flow/index.ts';
import type { CallSessionDocument } from './model.ts';

/** The facts that a transition needs beyond the session; all are looked up at once. */
export async function lookUpFacts(
  world: World,
  call: Pick<CallSessionDocument, '_id' | 'organizationId' | 'session'>,
  needs: readonly Need[],
  random?: RandomBelow,
): Promise<Facts> {
  const found = await Promise.all(needs.map((need) => lookUp(world, call, need, random)));
  return Object.assign({ now: world.clock.now() }, ...found);
}

async function lookUp(
  world: World,
  {
    _id: sessionId,
    organizationId,
    session,
  }: Pick<CallSessionDocument, '_id' | 'organizationId' | 'session'>,
  need: Need,
  random?: RandomBelow,
): Promise<Partial<Facts>> {
  const { teamId } = need;
  switch (need.kind) {
    case 'chain': {
      const { kind: _, ...by } = need;
      const request = { organizationId, ...by, callerNumber: session.from };
      const chain = await resolveChain(world, request, random);
      const inShadow = await teamsInShadow(world, organizationId);
      const isSilent = inShadow.holds([teamId], world.clock.now());
      return { chain: isSilent ? connectingNobody(chain) : chain };
    }
    case 'busy':
      return { busyUserIds: await busyMembers(world, teamId, sessionId) };
    case 'reservation': {
      const { userId } = need;
      const reservation = { organizationId, teamId, userId, sessionId };
      return { isReserved: await reserveMember(world, reservation) };
    }
  }
}

/** Another product tells the people of the team. Who would have been dialled is in the log. */
function connectingNobody({ targets, excluded }: DialChain): DialChain {
  const reason = say('inShadow');
  const left = targets.map(({ userId, tier }) => ({ userId, tier, reason }));
  return { targets: [], excluded: [...left, ...excluded] };
}
