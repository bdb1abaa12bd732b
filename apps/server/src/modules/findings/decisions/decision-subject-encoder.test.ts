import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  ComponentSchema,
  ProjectSchema,
  VulnerabilityAnalysisDecisionChangeSubjectSchema,
  VulnerabilitySchema,
} from '@tallyman/contract/notification';
import { describe, expect, it } from 'vitest';
import { createSubjectEncoder } from './decision-subject-encoder.ts';

const schema = VulnerabilityAnalysisDecisionChangeSubjectSchema;
const project = create(ProjectSchema, { uuid: 'p', name: 'shop', tags: ['a', 'b'], isActive: true });
const vulnerability = create(VulnerabilitySchema, {
  uuid: 'v',
  vulnId: 'CVE-2024-1',
  source: 'NVD',
  description: 'ä'.repeat(5_000),
  aliases: [{ id: 'GHSA-1', source: 'GITHUB' }],
  cvssV3: 9.8,
});

describe('Encoding the subjects of decisions', () => {
  it('returns the bytes that the generated code encodes', () => {
    const encode = createSubjectEncoder();
    for (const [name, state, suppressed] of [
      ['a', 'NOT_AFFECTED', true],
      ['b', 'EXPLOITABLE', false],
    ] as const) {
      const about = { component: create(ComponentSchema, { uuid: name, name }), project, vulnerability };
      const analysis = { ...about, state, suppressed };
      const bytes = encode(about, state, suppressed);
      expect(Buffer.compare(bytes, toBinary(schema, create(schema, { ...about, analysis })))).toBe(0);
      expect(fromBinary(schema, bytes).analysis).toMatchObject({ state, suppressed, component: { name } });
    }
  });
});
