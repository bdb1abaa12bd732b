/** On which transactions say that there is something to relay. */
export const OUTBOX_CHANNEL = 'tallyman_notification';

/** What is said there of deliveries that were made without a relay; of notifications nothing is said but that there are some. */
export const DELIVERIES_MADE = 'deliveries';

/** One node relays at a time, so that notifications are numbered in the order in which they were committed. */
export const RELAY_LOCK = 7_245_311;
