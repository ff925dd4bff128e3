import type { Work } from '../../model/importer.ts';
import type { Ledger, Source } from '../../model/ledger.ts';

/**
 * People are accounts of Atlassian, of which this API tells the id alone: whoever imports knows the address. As objects
 * of Opsgenie, which are none of the ledger.
 */
export function peopleOf({ ledger, answer }: Pick<Work, 'ledger' | 'answer'>): Source[] {
  return accountsIn(ledger).map((id) => {
    const email = answer({
      id: `person:${id}`,
      text: `Which e-mail address has the Atlassian account ${id}? "skip" leaves its places empty.`,
      usual: null,
    });
    return personOf(id, email);
  });
}

/** Whoever is on call, stands in for somebody, or is told by an escalation. */
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
  return [...new Set([...named, ...forwarded])].sort();
}

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
