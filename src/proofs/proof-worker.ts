import { serveWork } from '../kernel/index.ts';
import type { Snapshot, StoredResource } from '../stage/index.ts';
import { type ProofPiece, type ProofPieceDone, signs, toPlain } from './proof-piece.ts';
import { type OpenProof, openProof } from './prove-snapshot.ts';

/** A thread that proves guarantees of what it was given, one after the other. */

const waitMilliseconds = 1000;

let given: Snapshot | null = null;
let open: OpenProof | null = null;

serveWork(async (piece: ProofPiece): Promise<ProofPieceDone> => {
  if (piece.kind === 'begin') {
    given = { ...piece.snapshot, resources: new Map() };
    open = null;
    return { kind: 'taken' };
  }
  if (given === null) return { kind: 'lost' };
  if (piece.kind === 'objects') {
    const known = given.resources.get(piece.entityType) ?? new Map<string, StoredResource>();
    given.resources.set(piece.entityType, known);
    for (const item of piece.items) known.set(item.id, item);
    return { kind: 'taken' };
  }
  open ??= openProof(given);
  const sign = new Int32Array(piece.sign);
  const result = await open.prove(piece.wire, {
    isOver: () => Atomics.load(sign, 0) === signs.end,
    async makeWay() {
      while (Atomics.load(sign, 0) === signs.wait)
        Atomics.wait(sign, 0, signs.wait, waitMilliseconds);
    },
  });
  return { kind: 'proven', result: toPlain(result) };
});
