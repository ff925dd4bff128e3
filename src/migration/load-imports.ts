/** Loads the modules for imports only when something is imported: the provider's schema is large. */
export async function loadImports() {
  const [{ importFrom }, { importers }, { tfvarsText }] = await Promise.all([
    import('./import-from.ts'),
    import('./importers.ts'),
    import('./write/to-terraform.ts'),
  ]);
  return { importFrom, importers, tfvarsText };
}
