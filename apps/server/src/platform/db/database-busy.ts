/** Lock not available in time, statement canceled (time-out), deadlock, serialization failure. */
const BUSY = /^(55P03|57014|40P01|40001)$/;

/** Whether the database gave up waiting for others. Nothing was changed; the same request may succeed later. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && BUSY.test(code);
}
