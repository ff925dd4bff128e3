import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { installWorkerLater } from './installable/worker.ts';
import { loadHere } from './router.ts';
import { App } from './shell/app.tsx';
import { printLight } from './shell/on-paper.ts';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('page.html has no element with the id root.');
// The page, and what it asks for, are on their way while the server says who is signed in. Not in the same turn of the
// browser as the program itself, which takes long enough.
setTimeout(() => void loadHere());
// In slices, between which the browser may do what somebody asks of it.
startTransition(() => createRoot(root).render(<App />));
installWorkerLater();
printLight();
