import { examineColdLoads, paths } from './cold-loads.ts';

examineColdLoads(paths);
