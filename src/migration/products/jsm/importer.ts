import type { Importer, Work } from '../../model/importer.ts';
import type { Ledger } from '../../model/ledger.ts';
import { createAccount, peopleIn } from '../opsgenie/account.ts';
import { bringAccount } from '../opsgenie/importer.ts';
import { integrationTypeOf, mailType } from '../opsgenie/integration-types.ts';
import { interpretEscalations } from '../opsgenie/interpret.ts';
import { rendered } from '../opsgenie/render.ts';
import { asOpsgenie } from './as-opsgenie.ts';
import { fields } from './fields.ts';
import { peopleOf } from './people.ts';

const product = 'jsm';

export const jsmImporter: Importer = {
  fields,
  bring(given) {
    const work: Work = { ...given, ledger: withPeople(given.ledger, given.answer) };
    const people = peopleIn(work, product);
    for (const { key, text } of people.sources)
      work.add('tocsin_user', key, { email: text('username') ?? '' });
    bringAccount(createAccount(work, product, people));
    sayKeys(given);
  },
  rendered: (work, answer = unknown) =>
    rendered({ ...work, ledger: withPeople(work.ledger, answer) }),
  interpreted: ({ ledger }, answer = unknown) =>
    interpretEscalations({ ledger: withPeople(ledger, answer) }),
};

const unknown = () => '';

function withPeople(ledger: Ledger, answer: Work['answer']): Ledger {
  return asOpsgenie(ledger, peopleOf({ ledger, answer }));
}

/** A key is shown once there, when it is made. */
function sayKeys({ ledger }: Work): void {
  for (const integration of ledger.all('integration-details')) {
    const type = integrationTypeOf(integration.text('type') ?? '');
    if (type !== null && type !== mailType)
      integration.say('secret', 'Its key is not told: senders have to be given the one of Tocsin.');
  }
}
