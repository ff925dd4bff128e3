import { nextTime, silenceKind } from '../../../silences/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const silenceOperations = resourceOperations({
  kind: silenceKind,
  name: 'Silence',
  list: 'Silences',
  items: 'silences',
  derivedMembers: (caller) => {
    const now = caller.clock.now();
    return (silence) => {
      const next = nextTime(silence, now);
      return {
        createdById: silence.internal.createdById,
        isActive: next !== null && next.start <= now.getTime(),
        nextStart: next && new Date(next.start).toISOString(),
        nextEnd: next && new Date(next.end).toISOString(),
      };
    };
  },
});
