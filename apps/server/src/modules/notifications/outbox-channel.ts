/** The channel on which transactions wake the relay when they commit. */
export const OUTBOX_CHANNEL = 'tallyman_notification';

/** The payload that wakes the dispatchers instead, for deliveries that no relay has inserted. */
export const DELIVERIES_INSERTED = 'deliveries';

/** The advisory lock of the relay. One node relays at a time, so that notifications are numbered in commit order. */
export const RELAY_LOCK = 7_245_311;
