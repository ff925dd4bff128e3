import { isAddress } from '../../model/contacts.ts';
import type { Work } from '../../model/importer.ts';
import type { Ledger, Source } from '../../model/ledger.ts';
import { viewed } from './viewed.ts';

/**
 * People are accounts of Atlassian, of which the API tells the id alone: whoever imports knows the address. A Terraform
 * state may have looked them up. As objects of Opsgenie; those that are asked for are none of the ledger.
 */
export function peopleOf({ ledger, answer }: Pick<Work, 'ledger' | 'answer'>): Source[] {
  const known = new Map(ledger.all('people').map((one) => [one.text('accountId') ?? '', one]));
  const all = new Set([...accountsIn(ledger), ...known.keys()]);
  return [...all].sort().map((id) => {
    const source = known.get(id);
    if (source && isAddress(source.text('emailAddress') ?? '')) return knownPerson(source, id);
    const email = answer({
      id: `person:${id}`,
      text: `Which e-mail address has the Atlassian account ${id}? "skip" leaves its places empty.`,
      usual: null,
    });
    return personOf(id, email);
  });
}

/** The accounts that are on call, stand in for somebody, are told by an escalation, or are in a team. */
function accountsIn(ledger: Ledger): string[] {
  const references = [
    ...ledger
      .all('schedules')
      .flatMap((one) => one.list('rotations').flatMap((rotation) => rotation.list('participants'))),
    ...ledger.all('schedule-overrides').map((one) => one.at('responder')),
    ...ledger
      .all('escalations')
      .flatMap((one) => one.list('rules').map((rule) => rule.at('recipient'))),
  ];
  const named = references.flatMap((one) =>
    one?.text('type') === 'user' ? (one.text('id') ?? []) : [],
  );
  const forwarded = ledger
    .all('forwarding-rules')
    .flatMap((one) => [one.text('fromUserId') ?? [], one.text('toUserId') ?? []].flat());
  const members = ledger.all('team-members').flatMap((one) => one.text('accountId') ?? []);
  return [...named, ...forwarded, ...members];
}

function knownPerson(source: Source, id: string): Source {
  const person = viewed(source, {
    text: {
      id: () => id,
      username: () => source.text('emailAddress'),
      fullName: () => source.text('displayName'),
      timeZone: () => source.text('timezone'),
    },
  });
  return { ...person, of: [id] };
}

/** Nothing but the address is known. */
function personOf(id: string, email: string): Source {
  const texts: Readonly<Record<string, string>> = { id, username: email };
  return {
    key: `jsm:people:${id}`,
    name: id,
    of: [id],
    text: (member) => texts[member] ?? null,
    number: () => null,
    flag: () => null,
    at: () => null,
    list: () => [],
    places: () => [],
    texts: () => [],
    whole: () => undefined,
    members: () => Object.keys(texts),
    size: () => null,
    say: () => undefined,
  };
}
