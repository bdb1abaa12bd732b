import { type DescMessage, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { ComponentSchema, ProjectSchema, VulnerabilitySchema } from '@tallyman/contract/notification';
import type { FindingSubject } from './finding-subjects.ts';

/** The bytes of a VulnerabilityAnalysisDecisionChangeSubject. */
export type EncodeSubject = (about: FindingSubject, state: string, isSuppressed: boolean) => Uint8Array;

/**
 * Ten thousand decisions are about few projects and vulnerabilities, and each subject names all of it twice: what is
 * the same is encoded once. The analysis (field 4) has component, project and vulnerability under the numbers under
 * which the subject itself has them (1, 2, 3), then the state (4) and whether it is suppressed (5).
 */
export function createSubjectEncoder(): EncodeSubject {
  const [component, project, vulnerability] = [
    createCache(ComponentSchema),
    createCache(ProjectSchema),
    createCache(VulnerabilitySchema),
  ];
  const writer = new BinaryWriter();
  const part = (number: number, bytes: Uint8Array) =>
    writer.tag(number, WireType.LengthDelimited).bytes(bytes);
  return (about, state, isSuppressed) => {
    part(1, component(about.component));
    part(2, project(about.project));
    part(3, vulnerability(about.vulnerability));
    const parts = writer.finish();
    writer.raw(parts).tag(4, WireType.LengthDelimited).string(state);
    const analysis = writer.tag(5, WireType.Varint).bool(isSuppressed).finish();
    writer.raw(parts);
    return part(4, analysis).finish();
  };
}

function createCache<Desc extends DescMessage>(schema: Desc): (message: MessageShape<Desc>) => Uint8Array {
  const known = new Map<MessageShape<Desc>, Uint8Array>();
  return (message) => {
    const bytes = known.get(message) ?? toBinary(schema, message);
    known.set(message, bytes);
    return bytes;
  };
}
