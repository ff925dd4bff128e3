import type { OperationHandler } from '../../../http/index.ts';
import type { World } from '../../../kernel/index.ts';
import type { Live } from '../../../live/index.ts';
import type { Traits } from '../traits.ts';
import { signedIn, type Visitor } from '../visitor.ts';

export function eventOperations(
  world: World,
  live: Pick<Live, 'open'>,
): Record<string, OperationHandler<Visitor, Traits>> {
  return {
    async streamEvents(visitor, { query, headers }) {
      const { active, ctx } = signedIn(world, visitor);
      const { integrationId, pageFrom } = query as { integrationId?: string; pageFrom?: string };
      const position = headers['last-event-id'];
      const events = await live.open(ctx, active, { integrationId, position, pageFrom });
      return { status: 200, events };
    },
  };
}
