export { CallFlow } from './call-flow.tsx';
