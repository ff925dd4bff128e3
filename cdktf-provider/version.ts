/** Version of the provider and of the constructs. Raised with every release, see README.md. */
export const providerVersion = '0.1.0';
export const providerNamespace = 'tocsin';
export const providerType = 'tocsin';
/** Address on the default host, as Terraform spells it. */
export const providerAddress = 'registry.terraform.io/tocsin/tocsin';
