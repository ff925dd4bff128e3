import { tocsinProvider } from '../../../cdktf-provider/provider.ts';
import { startPlugin } from '../../../cdktf-provider/runtime/serve.ts';
import { createWorkspace, type Workspace } from './terraform.ts';

/** The provider in this process, and a folder in which Terraform uses it. */
export interface ProviderAt {
  workspace: Workspace;
  /** Removes the folder, too. */
  stop(): Promise<void>;
}

/** Starts the provider with a key of that server. It asks as fast as it can. */
export async function startProviderAt(url: string, key: string): Promise<ProviderAt> {
  const env = { TOCSIN_ENDPOINT: url, TOCSIN_API_KEY: key, TOCSIN_PACE_REQUESTS: 'false' };
  const plugin = await startPlugin(tocsinProvider(), {
    env,
    writeLog: () => {},
    onShutdown: () => {},
  });
  const workspace = await createWorkspace({ reattach: [plugin.reattach] });
  return {
    workspace,
    async stop() {
      await workspace.remove();
      await plugin.stop();
    },
  };
}
