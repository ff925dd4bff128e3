export { systemContext } from '../kernel/index.ts';
