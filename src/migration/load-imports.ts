/** What imports are made of, loaded when something is imported only: the provider's schema is large. */
export async function loadImports() {
  const [{ importFrom }, { importers }, { tfvarsText }] = await Promise.all([
    import('./import-from.ts'),
    import('./importers.ts'),
    import('./write/to-terraform.ts'),
  ]);
  return { importFrom, importers, tfvarsText };
}
