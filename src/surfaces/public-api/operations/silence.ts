import { isActiveAt, silenceKind } from '../../../silences/index.ts';
import { resourceOperations } from '../resource-operations.ts';

export const silenceOperations = resourceOperations({
  kind: silenceKind,
  name: 'Silence',
  list: 'Silences',
  items: 'silences',
  derivedMembers: (caller) => {
    const now = caller.clock.now();
    return (silence) => ({
      createdById: silence.internal.createdById,
      isActive: isActiveAt(silence, now),
    });
  },
});
