export { ChangedObjects } from './changed-objects.tsx';
export { ReplayView, useReplay } from './replay-view.tsx';
export { StateBadge } from './state-badge.tsx';
export { texts } from './texts.ts';
