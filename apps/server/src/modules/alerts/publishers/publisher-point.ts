/** The extension point of publishers. */
export const PUBLISHER_POINT = 'notification-publisher';
