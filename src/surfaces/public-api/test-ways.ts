import type { TestWays } from '../../contacts/index.ts';
import type { ApiCaller } from './caller.ts';

/** How people are reached who try their addresses; what a carrier asks for is of the surface for telephony. */
export function testWaysOf({ dependencies }: ApiCaller): TestWays {
  const { channels, publicUrl } = dependencies;
  const of = (carrier: string) => `${publicUrl()}/telephony/${carrier}/notifications`;
  return {
    channels,
    testCallUrl: (language, code) => {
      const query = new URLSearchParams({
        l: language,
        ...(code === undefined ? {} : { c: code }),
      });
      return (carrier) => `${of(carrier)}/test-call?${query}`;
    },
    callStatusUrl: (carrier) => `${of(carrier)}/test-status`,
  };
}
