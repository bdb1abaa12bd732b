import { useEffect, useState } from 'react';

const REST_MS = 80;

/** A value once it has rested: moving quickly through a list loads nothing for the rows passed on the way. */
export function useRested(value: string, restMs = REST_MS): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}
