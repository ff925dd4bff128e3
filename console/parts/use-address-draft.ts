import { type Dispatch, type SetStateAction, useState } from 'react';

/** A draft over what the address has; it begins again when the address changes, as by going back. */
export function useAddressDraft<Value>(address: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [before, setBefore] = useState(address);
  const [draft, setDraft] = useState(address);
  if (before !== address) {
    setBefore(address);
    setDraft(address);
  }
  return [draft, setDraft];
}
