import { AppError, type Ctx } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

interface Line {
  /** Ends when all that stand in it are done. */
  end: Promise<unknown>;
  length: number;
}

/** How many may wait in an organization while a proof of it goes on. */
const waitingMax = 10;

const noLines = () => new Map<string, Line>();

/** Proofs of an organization, one after the other. Throws 429 where too many wait already. */
export async function oneByOne<Result>(
  { memory, organizationId }: Pick<Ctx, 'memory' | 'organizationId'>,
  prove: () => Promise<Result>,
): Promise<Result> {
  const lines = memory.of(noLines);
  const line = lines.get(organizationId) ?? { end: Promise.resolve(), length: 0 };
  if (line.length > waitingMax) throw new AppError('rate-limited', say('proofGoesOn'));
  lines.set(organizationId, line);
  line.length += 1;
  const proof = line.end.then(prove);
  // What one of them fails of is of no account to the next.
  line.end = proof.catch(() => undefined);
  try {
    return await proof;
  } finally {
    line.length -= 1;
    if (line.length === 0) lines.delete(organizationId);
  }
}
