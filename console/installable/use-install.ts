import { useEffect, useState } from 'react';

/** The event of browsers that let pages ask for the installation; other browsers have it in their menu. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let waiting: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(prompt: InstallPrompt | null): void {
  waiting = prompt;
  for (const listener of listeners) listener();
}

// It may come before any component is there.
window.addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  set(event as InstallPrompt);
});
window.addEventListener('appinstalled', () => set(null));

/** Asks the browser to install the console; null where it cannot, or where it is installed. */
export function useInstall(): (() => void) | null {
  const [prompt, setPrompt] = useState(waiting);
  useEffect(() => {
    const listener = () => setPrompt(waiting);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return prompt && (() => void prompt.prompt().then(() => set(null)));
}
