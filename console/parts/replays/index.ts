export { ChangedObjects, ObjectLink } from './changed-objects.tsx';
export { type Days, DaysChoice } from './days-choice.tsx';
export { Belief, ReplayView, Running, useReplay } from './replay-view.tsx';
export { KindBadges, StateBadge } from './state-badge.tsx';
export { texts } from './texts.ts';
export { isGoing, type Noise, type Replay } from './types.ts';
