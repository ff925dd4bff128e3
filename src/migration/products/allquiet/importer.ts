import type { Importer, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies, ImportedType } from '../../model/neutral.ts';
import { shortHash } from '../../model/short-hash.ts';
import { mappingOfType } from '../../model/type-mapping.ts';
import { shapesOf } from '../../write/to-terraform.ts';
import { fields } from './fields.ts';
import { type People, peopleOf } from './people.ts';
import { type Members, type Taking, take } from './take.ts';
import { type TakenKind, takenOver } from './taken-over.ts';
import { inOurWords } from './words.ts';

const product = 'allquiet';
const anyTool = 'Webhook';

/** The id of an integration, which its mapping has, too, is the secret in its address. */
const secretIds: readonly string[] = ['integrations', 'mappings'];

/**
 * Both have one contract, so objects are taken over as they are: by the attributes that the provider has for them, with
 * keys in the place of ids. Schedules are worked out by the same rules, so nothing is compared.
 */
export const allquietImporter: Importer = {
  fields,
  secretIds,
  bring(work) {
    const people = peopleOf(work);
    for (const [id, body] of people) work.add('tocsin_user', keyIn('users', id), body);
    const keyOf = keysOf(work, people);
    for (const kind of Object.keys(takenOver) as TakenKind[])
      for (const source of work.ledger.all(kind)) bringOne(work, kind, source, keyOf);
  },
  rendered: () => [],
};

function keyIn(kind: string, id: string): string {
  const own = id.toLowerCase();
  return `${product}:${kind}:${secretIds.includes(kind) ? shortHash(own) : own}`;
}

function idOf(source: Source): string {
  return (source.text('id') ?? source.text('integrationId') ?? source.key).toLowerCase();
}

/** If a kind could not be read, every id counts as one of an object. */
function keysOf({ ledger }: Work, people: People): Taking['keyOf'] {
  const known = new Map<string, ReadonlySet<string>>([['users', new Set(people.keys())]]);
  for (const kind of Object.keys(takenOver)) {
    const brought = ledger.all(kind).filter((source) => !hasUnknownType(kind, source));
    known.set(kind, new Set(brought.map((source) => idOf(source))));
  }
  const keyOf: Taking['keyOf'] = (kind, id) => {
    const isKnown = known.get(kind)?.has(id.toLowerCase()) || !ledger.isReadable(kind);
    return isKnown ? keyIn(kind, id) : null;
  };
  // Turns go on without a membership of somebody who is gone.
  const memberships = ledger.all('team-memberships').filter((source) => {
    const [team, user] = [source.text('teamId'), source.text('userId') ?? source.text('email')];
    return team && user && keyOf('teams', team) && keyOf('users', user);
  });
  known.set('team-memberships', new Set(memberships.map((source) => idOf(source))));
  return keyOf;
}

/** Tools of people, by the members that hold their settings. */
const toolTypes = new Set(
  Object.values(shapesOf('tocsin_outbound_integration')).flatMap(
    ({ wire }) => /^(\w+)Settings$/.exec(wire ?? '')?.[1]?.toLowerCase() ?? [],
  ),
);

/** An object of an unknown type is left out, and nothing refers to it. */
function hasUnknownType(kind: string, source: Source): boolean {
  const type = source.text('type')?.toLowerCase() ?? '';
  if (kind === 'integrations') return type === 'bird';
  return kind === 'outbound-integrations' && !toolTypes.has(type);
}

function bringOne(work: Work, kind: TakenKind, source: Source, keyOf: Taking['keyOf']): void {
  const end = source.text('end');
  if (end !== null && Date.parse(end) <= work.since.getTime()) {
    source.say('past', 'had ended before');
    return;
  }
  if (hasUnknownType(kind, source)) {
    const what = kind === 'integrations' ? 'phone numbers of Bird' : 'such tools';
    source.say('behaviour', `left out: Tocsin has no ${what}`);
    return;
  }
  const type = takenOver[kind];
  const taken = take(source, shapesOf(type), { type, keyOf });
  const body = taken && finished(kind, source, taken, keyOf);
  if (body) add(work, type, keyIn(kind, idOf(source)), body);
}

function add<Type extends ImportedType>(work: Work, type: Type, key: string, body: Members): void {
  // Read by the shapes of the very type, which a table of both does not tell the compiler.
  work.add(type, key, body as Bodies[Type]);
}

function finished(
  kind: TakenKind,
  source: Source,
  body: Members,
  keyOf: Taking['keyOf'],
): Members | null {
  if (kind === 'team-memberships') return membershipOf(source, body, keyOf);
  if (kind === 'integrations') return integrationOf(source, body);
  if (kind === 'status-pages') return pageOf(source, body);
  if (kind === 'outbound-integrations' && body.mattermostSettings === undefined)
    source.say(
      'secret',
      'connect it here: addresses, tokens and templates of tools are not told',
      'type',
    );
  return body;
}

function membershipOf(source: Source, body: Members, keyOf: Taking['keyOf']): Members | null {
  const person = body.userId ?? keyOf('users', source.text('email') ?? '');
  if (person !== null) return { ...body, userId: person };
  source.say('behaviour', 'left out: nothing is told of the person, not even an address');
  return null;
}

/** A page that was not for everybody must not be seen by everybody in between. */
function pageOf(source: Source, body: Members): Members {
  const member = 'isPasswordProtectionPasswordConfigured';
  const hasPassword = source.flag(member) === true;
  // Only a state of Terraform has it.
  const password = source.text('passwordProtectionPassword');
  if (password) return { ...body, passwordProtectionPassword: password };
  if (!hasPassword) return body;
  source.say('secret', 'its password is not told: it is off until you set one here', member);
  return { ...body, disablePublicPage: true, disablePublicJson: true };
}

/** Whose key is in an address such as https://allquiet.app/api/webhook/8fa1637f-…. */
const addressed = /\/api\/webhook\/([\w.~/+=-]{20,200})\/?$/;

/** Types that probe targets themselves, or receive mail or calls: nobody sends a key to them. */
const withoutRequests = new Set(['httpmonitoring', 'pingmonitor', 'email', 'twilio', 'telnyx']);

function integrationOf(source: Source, body: Members): Members {
  const type = String(body.type);
  const takesKey = !withoutRequests.has(type.toLowerCase());
  const address = source.text('webhookUrl');
  const key = addressed.exec(address ?? '')?.[1];
  if (address !== null && key === undefined && takesKey)
    source.say('behaviour', 'has no key that can be kept: senders need the new one', 'webhookUrl');
  const integrationSettings = inOurWords(source, body.integrationSettings);
  return {
    ...body,
    ...(integrationSettings && { integrationSettings }),
    type: typeOf(source, type),
    ...(takesKey && key !== undefined && { acceptedKeys: [{ displayName: 'All Quiet', key }] }),
  };
}

function typeOf(source: Source, type: string): string {
  if (mappingOfType(type) !== null) return type;
  source.say('behaviour', 'no type of Tocsin: read as any webhook, so look at its mapping', 'type');
  return anyTool;
}
