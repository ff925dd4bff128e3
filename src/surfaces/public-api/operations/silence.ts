import { silenceKind } from '../../../silences/index.ts';
import { resourceOperations } from '../resource-operations.ts';
import { windowNow } from '../window-now.ts';

export const silenceOperations = resourceOperations({
  kind: silenceKind,
  name: 'Silence',
  list: 'Silences',
  items: 'silences',
  derivedMembers: (caller) => {
    const now = caller.clock.now();
    return (silence) => ({
      createdById: silence.internal.createdById,
      ...windowNow(silence.wire, now),
    });
  },
});
