import type { World } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { pathFilter } from '../store/index.ts';
import { isErasable, missingParts } from './chain.ts';
import { type Erased, erasedBy } from './erasure.ts';
import { type AuditDocument, auditModel, type ErasablePart } from './model.ts';

/** Told of what is wrong. */
export type Fault = (sentence: Sentence) => void;

const partNames = { names: say('entryPartNames'), content: say('entryPartContent') } as const;

/** The position and id of an entry, to name it in a fault. */
export function placeOf({ sequence, _id }: AuditDocument): { sequence: number; id: string } {
  return { sequence, id: _id };
}

/** Parts of entries that are missing, until an erasure says that they were erased. */
export class Erasures {
  readonly #world: World;
  readonly #organizationId: string;
  readonly #fault: Fault;
  readonly #missing = new Map<string, { entry: ReturnType<typeof placeOf>; part: ErasablePart }>();

  constructor(world: World, organizationId: string, fault: Fault) {
    this.#world = world;
    this.#organizationId = organizationId;
    this.#fault = fault;
  }

  async look(entry: AuditDocument, isGenuine: boolean): Promise<void> {
    for (const part of missingParts(entry)) {
      if (isErasable(entry, part))
        this.#missing.set(`${part} ${entry.sequence}`, { entry: placeOf(entry), part });
      else this.#fault(say('entryLacksUnerasable', { ...placeOf(entry), part: partNames[part] }));
    }
    const erased = isGenuine ? erasedBy(entry) : null;
    if (!erased) return;
    for (const part of ['names', 'content'] as const)
      for (const sequence of erased[part]) this.#missing.delete(`${part} ${sequence}`);
    for (const sequence of await stillThere(this.#world, this.#organizationId, erased))
      this.#fault(say('entryStillHolds', { sequence, erasing: entry.sequence }));
  }

  end(): void {
    for (const { entry, part } of this.#missing.values())
      this.#fault(say('entryLacksUnerased', { ...entry, part: partNames[part] }));
  }
}

/** Entries that hold what was to be erased. */
async function stillThere(
  world: World,
  organizationId: string,
  erased: Erased,
): Promise<Set<number>> {
  const model = auditModel(world.store);
  const found = await Promise.all(
    (['names', 'content'] as const).map((part) =>
      model
        .find(
          pathFilter(model, {
            organizationId,
            sequence: { $in: erased[part] },
            [part]: { $ne: null },
          }),
          { sequence: 1 },
        )
        .lean<{ sequence: number }[]>(),
    ),
  );
  return new Set(found.flat().map(({ sequence }) => sequence));
}
