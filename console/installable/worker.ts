/** The first page is loaded first. */
const patienceMilliseconds = 5_000;

let registered: Promise<ServiceWorkerRegistration> | undefined;

/** The worker of this browser, which is installed now unless it was before. */
export function workerRegistration(): Promise<ServiceWorkerRegistration> {
  registered ??= navigator.serviceWorker.register('/service-worker.js').catch((error: unknown) => {
    registered = undefined;
    throw error;
  });
  return registered;
}

/** Installs the worker once the page is quiet. Plain http beyond this machine has none. */
export function installWorkerLater(): void {
  if (!('serviceWorker' in navigator)) return;
  setTimeout(() => void workerRegistration().catch(() => undefined), patienceMilliseconds);
}
