import type { Importer, Work } from '../../model/importer.ts';
import type { Ledger, Source } from '../../model/ledger.ts';
import { textUpTo } from '../../model/texts.ts';
import { createAccount, peopleIn } from '../opsgenie/account.ts';
import { bringAccount } from '../opsgenie/importer.ts';
import { integrationTypeOf, mailType } from '../opsgenie/integration-types.ts';
import { interpretEscalations } from '../opsgenie/interpret.ts';
import { languageOf } from '../opsgenie/people.ts';
import { rendered } from '../opsgenie/render.ts';
import { readZone } from '../opsgenie/zones.ts';
import { asOpsgenie } from './as-opsgenie.ts';
import { fields } from './fields.ts';
import { peopleOf } from './people.ts';

const product = 'jsm';

export const jsmImporter: Importer = {
  fields,
  bring(given) {
    const work: Work = { ...given, ledger: withPeople(given.ledger, given.answer) };
    const people = peopleIn(work, product);
    for (const source of people.sources) bringPerson(work, source);
    bringAccount(createAccount(work, product, people));
    sayKeys(given);
  },
  rendered: (work, answer = unknown) =>
    rendered({ ...work, ledger: withPeople(work.ledger, answer) }),
  interpreted: ({ ledger }, answer = unknown) =>
    interpretEscalations({ ledger: withPeople(ledger, answer) }),
};

const unknown = () => '';

function bringPerson(work: Work, source: Source): void {
  const displayName = textUpTo(500, source, 'fullName');
  const timeZoneId = source.text('timeZone') ? readZone(source, 'timeZone') : null;
  work.add('tocsin_user', source.key, {
    email: source.text('username') ?? '',
    ...(displayName && { displayName }),
    ...(timeZoneId && { timeZoneId }),
    ...languageOf(source),
  });
  if (source.flag('active') === false)
    source.say(
      'behaviour',
      'Switched off there; here this person is told, until suspended.',
      'active',
    );
}

function withPeople(ledger: Ledger, answer: Work['answer']): Ledger {
  return asOpsgenie(ledger, peopleOf({ ledger, answer }));
}

/** A key is shown once there, when it is made; a Terraform state may have it. */
function sayKeys({ ledger }: Work): void {
  for (const integration of ledger.all('integration-details')) {
    const type = integrationTypeOf(integration.text('type') ?? '');
    if (type !== null && type !== mailType && !integration.text('apiKey'))
      integration.say('secret', 'Its key is not told: senders have to be given the one of Tocsin.');
  }
}
