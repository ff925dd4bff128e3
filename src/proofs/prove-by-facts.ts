import { furtherContactsOf, notificationRulesKind } from '../contacts/index.ts';
import { isPhoneNumberConfirmed, personName, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import {
  type ChannelSource,
  type ConfigurationChange,
  emptySnapshot,
  type Facts,
  factsOf,
  itemsOf,
  loadSnapshot,
  type Snapshot,
  snapshotAfter,
  snapshotOfFacts,
  withEverybodyReachable,
  withPeople,
} from '../stage/index.ts';
import { demandFaults } from './guarantee-kind.ts';
import {
  loneProver,
  type Proof,
  type ProofRequest,
  type ProvenGuarantee,
  provenOf,
} from './prove-guarantees.ts';

/** Reads the facts about a server that a proof without it needs. */
export async function readProofFacts(ctx: Ctx, channels: ChannelSource): Promise<Facts> {
  return factsOf(await loadSnapshot(ctx, ctx.organizationId, channels));
}

/** A plan as a whole: what it changes, and what it leaves as it is. */
export interface WholePlan {
  changes: readonly ConfigurationChange[];
  unchanged: readonly ConfigurationChange[];
}

/**
 * Proves by the setup in facts, or by an empty one. The context has no store: only its clock and its kinds are used.
 */
export class FactsProver {
  readonly #ctx: Ctx;
  readonly #facts: Facts | null;
  readonly #base: Snapshot;

  constructor(ctx: Ctx, facts: Facts | null) {
    this.#ctx = ctx;
    this.#facts = facts;
    const place = { organizationId: ctx.organizationId, takenAt: ctx.clock.now() };
    this.#base = facts
      ? withPeople(snapshotOfFacts(facts, place), facts.people)
      : emptySnapshot(place);
  }

  /** The changes from the facts to the plan. For objects that the plan leaves as they are, facts are newer. */
  changesFor({ changes, unchanged }: WholePlan): ConfigurationChange[] {
    const missing = unchanged.filter((one) => !this.#has(one));
    const fitting = changes.flatMap((one): ConfigurationChange[] => {
      if (one.action === 'delete') return this.#has(one) ? [one] : [];
      return one.action === 'replace' && !this.#has(one) ? [{ ...one, action: 'create' }] : [one];
    });
    return [...missing, ...fitting];
  }

  /** Throws as the API does. A guarantee that depends on unknown facts is not decided: it does not count as held. */
  async prove({ changes, ...request }: ProofRequest, patience: number): Promise<Proof> {
    for (const { evenIf } of request.guarantees) demandFaults(evenIf);
    const { snapshot, ids } = await snapshotAfter(this.#ctx, this.#base, changes);
    const after = this.#withFactsOfPeople(snapshot);
    const proof = await provenOf(loneProver(this.#ctx, after), after, ids, request, patience);
    const unknown = this.#facts ? this.#unknownIn(snapshot, ids, this.#facts) : [];
    const results = proof.results.map((one) =>
      this.#facts ? undecidedFor(one, unknown) : atBest(one),
    );
    return { ...proof, results };
  }

  #has({ entityType, id }: ConfigurationChange): boolean {
    const type = entityType === 'UserIncidentNotificationSettings' ? 'User' : entityType;
    return this.#base.resources.get(type)?.has(id.toLowerCase()) ?? false;
  }

  #isKnownUser(id: string): boolean {
    return this.#base.resources.get(userKind.entityType)?.has(id) ?? false;
  }

  /** Adds facts of people who are in the plan but not among the users of the facts. */
  #withFactsOfPeople(snapshot: Snapshot): Snapshot {
    if (!this.#facts) return withEverybodyReachable(snapshot);
    const people = this.#facts.people.filter(({ id }) => !this.#isKnownUser(id.toLowerCase()));
    return withPeople(snapshot, people);
  }

  #unknownIn(snapshot: Snapshot, newIds: ReadonlyMap<string, string>, facts: Facts): Sentence[] {
    const made = new Set(newIds.values());
    const known = new Map(facts.people.map((one) => [one.id.toLowerCase(), one]));
    const rules = new Map(itemsOf(snapshot, notificationRulesKind).map((one) => [one.id, one]));
    const strangers: string[] = [];
    const unconfirmed: string[] = [];
    for (const user of itemsOf(snapshot, userKind)) {
      const name = personName(user.wire);
      const person = known.get(user.id);
      const own = rules.get(user.id);
      const confirmed = new Set(person?.confirmedContactIds.map((id) => id.toLowerCase()));
      const gained = (own ? furtherContactsOf(own) : []).some(
        ({ id, isConfirmed }) => isConfirmed && !confirmed.has(id.toLowerCase()),
      );
      if (made.has(user.id)) continue;
      if (!person) strangers.push(name);
      else if ((person.number === 'Unconfirmed' && isPhoneNumberConfirmed(user)) || gained)
        unconfirmed.push(name);
    }
    return [
      ...(strangers.length > 0 ? [say('proofOfUnknownPeople', { people: some(strangers) })] : []),
      ...(unconfirmed.length > 0
        ? [say('proofOfUnknownConfirmation', { people: some(unconfirmed) })]
        : []),
    ];
  }
}

function some(names: readonly string[]): string[] {
  return names.slice(0, 10);
}

function undecidedFor(result: ProvenGuarantee, [reason]: readonly Sentence[]): ProvenGuarantee {
  return reason ? undecided(result, reason) : result;
}

/** Nobody is reached by more than was assumed: what breaks, breaks; that it holds is not known. */
function atBest(result: ProvenGuarantee): ProvenGuarantee {
  const { state, reason } = result;
  if (state === 'NotDecided') return result;
  if (state === 'Broken' || state === 'BreaksOn')
    return { ...result, reason: reason ?? say('proofAtBest') };
  return undecided(result, say('proofNeedsFacts'));
}

function undecided(result: ProvenGuarantee, reason: Sentence): ProvenGuarantee {
  const nothing = {
    ...{ holes: [], holesTotal: 0, excused: [], excusedBy: [] },
    counterExample: null,
  };
  return { ...result, ...nothing, state: 'NotDecided', reason, firstBreakAt: null };
}
