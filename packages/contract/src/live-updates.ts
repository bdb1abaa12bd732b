import Type, { type Static } from 'typebox';
import { oneOf } from './one-of.ts';
import { Uuid } from './values.ts';

export const PROJECT_CHANGE_KINDS = [
  'PROJECT',
  'COMPONENTS',
  'FINDINGS',
  'DECISIONS',
  'VIOLATIONS',
  'UPLOADS',
] as const;
/** Changes of objects that belong to no project. */
export const SYSTEM_CHANGE_KINDS = ['MIRRORS', 'DELIVERIES'] as const;
const CHANGE_KINDS = [...PROJECT_CHANGE_KINDS, ...SYSTEM_CHANGE_KINDS] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The data of an event `change`. */
export const LiveChanges = Type.Object(
  {
    changes: Type.Array(
      Type.Object({
        kind: oneOf(CHANGE_KINDS),
        projects: Type.Optional(
          Type.Array(Uuid, {
            description: 'Absent if there are more than 100, and for MIRRORS and DELIVERIES',
          }),
        ),
      }),
    ),
  },
  { title: 'LiveChanges' },
);
export type LiveChanges = Static<typeof LiveChanges>;
