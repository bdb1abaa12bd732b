import { Group, UserSubjectSchema } from '@tallyman/contract/notification';
import type { Event } from './event.ts';

interface UserSubject {
  readonly username: string;
  readonly email?: string | null | undefined;
}

export function userCreated(user: UserSubject): Event {
  return userEvent(Group.USER_CREATED, 'User Created', `${user.username} was created`, user);
}

export function userDeleted(user: UserSubject): Event {
  return userEvent(Group.USER_DELETED, 'User Deleted', `${user.username} was deleted`, user);
}

function userEvent(group: Group, title: string, content: string, { username, email }: UserSubject): Event {
  const message = { username, ...(email ? { email } : {}) };
  return { group, title, content, subject: { schema: UserSubjectSchema, message } };
}
