import type { Account } from './account.ts';

/** A route looks for a pattern in all that was sent, which no condition of a rule does: the report quotes it. */
export function sayRoutes({ work, chains }: Account): void {
  for (const source of work.ledger.all('routes')) {
    const chain = chains.sourceOf(chains.find(source.text('escalation_chain_id')));
    // The last one is the default route, which the integration names, too.
    if (source.flag('is_the_last_route') === true) continue;
    source.say(
      'behaviour',
      `What matches this goes to ${chain ? `the chain ${chain.name}` : 'no chain'} there. Here it ` +
        'follows the default route: add a rule that looks for the attribute which is meant.',
      'routing_regex',
    );
  }
}
