/** Under which name the ways to send are configured. */
export const PUBLISHER_POINT = 'notification-publisher';
