import type { components } from '../../../openapi/types/public-v1.generated.ts';

export type CounterExample = NonNullable<components['schemas']['ProofResult']['counterExample']>;
export type Told = components['schemas']['Guarantee']['told'];
