import {
  aclOperations,
  cloneOperations,
  diffOperations,
  projectOperations,
  projectPropertyOperations,
  tagOperations,
} from '@tallyman/contract';
import { afterAll, beforeAll, describe } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

describe('access to projects, their properties, tags and mappings', () => {
  const groups = [
    projectOperations,
    cloneOperations,
    diffOperations,
    projectPropertyOperations,
    tagOperations,
    aclOperations,
  ];
  itKeepsAccessRules(
    groups.flatMap((operations) => Object.values(operations)),
    () => service,
  );
});
