import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '../support/api-client.ts';
import { startServerProcess } from '../support/server-process.ts';

/** A server with a folder of its own, which is gone when it has ended. */
export async function startBenchServer(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'));
  const server = await startServerProcess(folder, { env });
  return {
    ...server,
    folder,
    api: createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': server.key }),
    async end() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
