/** The notification messages of the wire, generated from proto/tallyman/notification/v1/notification.proto. */
export * from './generated/tallyman/notification/v1/notification_pb.js';
