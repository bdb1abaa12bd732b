import Type, { type Static } from 'typebox';
import { oneOf } from './one-of.ts';
import { Uuid } from './values.ts';

export const CHANGE_KINDS = [
  'PROJECT',
  'COMPONENTS',
  'FINDINGS',
  'DECISIONS',
  'VIOLATIONS',
  'UPLOADS',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The data of an event `change`. */
export const LiveChanges = Type.Object(
  {
    changes: Type.Array(
      Type.Object({
        kind: oneOf(CHANGE_KINDS),
        projects: Type.Optional(Type.Array(Uuid, { description: 'Absent if there are more than 100' })),
      }),
    ),
  },
  { title: 'LiveChanges' },
);
export type LiveChanges = Static<typeof LiveChanges>;
