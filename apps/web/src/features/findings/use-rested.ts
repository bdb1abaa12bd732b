import { useEffect, useState } from 'react';

const REST_MS = 80;

/** A value once it has rested: moving quickly through a list loads nothing for the rows passed on the way. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
