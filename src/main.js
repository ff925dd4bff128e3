import { keepCompiled } from './keep-compiled.js';

keepCompiled();
// Only now, so that it is read from what was kept.
await import('./serve.ts');
