export * from './access.ts';
export * from './openapi.ts';
export * from './operation.ts';
export * from './operations/system-operations.ts';
export * from './paging.ts';
export * from './permissions.ts';
export * from './problem.ts';
export * from './values.ts';
