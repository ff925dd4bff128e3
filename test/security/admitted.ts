import type { Fixtures } from '../support/fixtures.ts';
import type { DocumentedOperation } from '../support/operations.ts';
import { workingRequest } from '../support/working-requests.ts';
import type { Caller, Change } from './caller.ts';
import type { ProofCallers } from './proofs.ts';

/** Whom operations with keys admit: an organization and one object of every kind in it. */
export interface Inside {
  key: string;
  objects: Fixtures;
}

/** Somebody whom the operation admits, and a request that it answers with success. */
export function admitted(
  operation: DocumentedOperation,
  proofs: ProofCallers,
  { key, objects }: Inside,
): { caller: Caller; change: Change } {
  const holder = proofs[operation.document]?.holder;
  if (holder) {
    const body = holder.body?.(operation);
    return { caller: holder, change: body === undefined ? {} : { body } };
  }
  const { address, body } = workingRequest(operation, objects);
  const change = { address, ...(body === undefined ? {} : { body }) };
  const person = proofs.pages?.holder;
  if (person && operation.schemes.length > 0 && !takesOrganizations(operation))
    return { caller: person, change };
  const caller: Caller = {
    name: 'the organization',
    headers: () => ({ 'x-api-key': key }),
    expects: () => 'admitted',
  };
  return { caller, change };
}

function takesOrganizations({
  schemes,
  keyKinds = ['organization'],
}: DocumentedOperation): boolean {
  return schemes.includes('ApiKey') && keyKinds.includes('organization');
}
