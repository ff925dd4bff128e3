export { formatDuration } from '../../parts/moment.tsx';
