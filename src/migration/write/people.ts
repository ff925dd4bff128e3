import type { Added } from '../model/added.ts';
import { replaceKey } from './references.ts';

/** By what people are called at the source (key, e-mail address or name): an address, or `skip`. */
export type PeopleChoices = ReadonlyMap<string, string>;

/** Lines of `source,email` or `source,skip`; a first line with just these names is a heading. */
export function readPeople(text: string): PeopleChoices {
  const choices = new Map<string, string>();
  // Spreadsheets begin a file with a byte order mark.
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || (index === 0 && /^"?source"?,/i.test(line))) continue;
    const [, quoted, bare, choice = ''] =
      /^(?:"((?:[^"]|"")*)"|([^,"]*)),\s*"?([^",]*)"?\s*$/.exec(line) ?? [];
    const source = (quoted?.replaceAll('""', '"') ?? bare ?? '').trim();
    if (source === '' || !(choice.trim() === 'skip' || choice.includes('@')))
      throw new Error(
        `Line ${index + 1} of the people is neither "source,email" nor "source,skip": ${line}`,
      );
    choices.set(source.toLowerCase(), choice.trim());
  }
  return choices;
}

/**
 * People with the addresses that were chosen, and nobody twice: of two with the same address the first is brought, and
 * whatever names the other names that one. Who is skipped leaves an empty place, so that turns of the others stay.
 */
export function withPeople(
  added: readonly Added[],
  choices: PeopleChoices,
): { added: Added[]; skipped: string[]; unused: string[]; same: ReadonlyMap<string, string> } {
  const used = new Set<string>();
  const first = new Map<string, string>();
  const same = new Map<string, string>();
  const skipped: string[] = [];
  const people = added.flatMap((object): Added[] => {
    if (object.type !== 'tocsin_user') return [];
    const { email, displayName, userName } = object.body;
    const called = [object.key, email, displayName, userName].map((name) =>
      String(name ?? '').toLowerCase(),
    );
    const choiceFor = called.find((name) => choices.has(name));
    const choice = choiceFor === undefined ? undefined : choices.get(choiceFor);
    if (choiceFor !== undefined) used.add(choiceFor);
    if (choice === 'skip') {
      skipped.push(object.key);
      return [];
    }
    const address = choice ?? email;
    const other = first.get(address.toLowerCase());
    if (other !== undefined) {
      same.set(object.key, other);
      return [];
    }
    first.set(address.toLowerCase(), object.key);
    return [{ ...object, body: { ...object.body, email: address } }];
  });
  const others = added.filter(({ type }) => type !== 'tocsin_user');
  return {
    added: [...people, ...others.flatMap((object) => settled(object, skipped, same))],
    ...{ skipped, same },
    unused: [...choices.keys()].filter((name) => !used.has(name)),
  };
}

/** An object after people were skipped or made one; nothing where it is about somebody who was. */
function settled(
  object: Added,
  skipped: readonly string[],
  same: ReadonlyMap<string, string>,
): Added[] {
  const about = 'userId' in object.body ? String(object.body.userId) : '';
  if (skipped.includes(about)) return [];
  // The rules of two people cannot be one: those of the first stay.
  if (object.type === 'tocsin_user_notification_rules' && same.has(about)) return [];
  const copy = structuredClone(object);
  for (const key of skipped) replaceKey(copy.body, key, null);
  for (const [key, other] of same) replaceKey(copy.body, key, other);
  return [copy];
}
