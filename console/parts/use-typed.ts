import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const restMilliseconds = 300;

/**
 * The text of a search that the address has once its writer rests: `[typed, type]`. Another one that comes into the
 * address is shown; the one that came of writing never takes back what was written since.
 */
export function useTyped(
  text: string,
  onRest: (text: string) => void,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(text);
  const [address, setAddress] = useState({ text, sent: text });
  if (text !== address.text) {
    setAddress({ text, sent: text });
    if (text !== address.sent) setTyped(text);
  }
  const send = useDebouncedCallback((given: string) => {
    const sent = given.trim();
    setAddress((before) => ({ ...before, sent }));
    onRest(sent);
  }, restMilliseconds);
  return [
    typed,
    (next) => {
      setTyped(next);
      send(next);
      // Nothing more of it is to come.
      if (next === '') send.flush();
    },
  ];
}
