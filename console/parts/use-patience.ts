import { useEffect, useState } from 'react';

const patienceMilliseconds = 5000;

/** True for as long as parts of a page wait for each other, so that nothing moves when one of them comes. */
export function usePatience(): boolean {
  const [isPatient, setPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), patienceMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return isPatient;
}
