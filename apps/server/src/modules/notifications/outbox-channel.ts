/** On which transactions say that there is something to relay. */
export const OUTBOX_CHANNEL = 'tallyman_notification';

/** One node relays at a time, so that notifications are numbered in the order in which they were committed. */
export const RELAY_LOCK = 7_245_311;
