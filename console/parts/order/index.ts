export { DragHandle } from './drag-handle.tsx';
export { moved } from './moved.ts';
export { PlaceButtons } from './place-buttons.tsx';
export { useLiveReorder } from './use-live-reorder.ts';
export { useReorder } from './use-reorder.ts';
