import type { AsTerraform } from './surfaces/mcp/index.ts';

/** Loaded when first asked for: only agents that suggest something need it. */
export function createAsTerraform(publicUrl: () => string): AsTerraform {
  return async ({ operationId, id, value }) => {
    const [{ codeOf }, { exportSchema }] = await Promise.all([
      import('../cdktf-provider/export/as-code.ts'),
      import('../cdktf-provider/export/schema.ts'),
    ]);
    const type = Object.entries(exportSchema).find(([, { operations }]) =>
      Object.values(operations).some((operation) => operation.id === operationId),
    )?.[0];
    if (!type) return null;
    return { type, text: codeOf([], { type, id, value }, publicUrl()).terraform };
  };
}
