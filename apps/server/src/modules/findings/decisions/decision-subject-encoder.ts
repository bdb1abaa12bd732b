import { type DescMessage, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { ComponentSchema, ProjectSchema, VulnerabilitySchema } from '@tallyman/contract/notification';
import { fieldHeader } from '../../notifications/field-header.ts';
import type { FindingSubject } from '../load-finding-subjects.ts';

/** Encodes a VulnerabilityAnalysisDecisionChangeSubject. */
export type EncodeSubject = (about: FindingSubject, state: string, isSuppressed: boolean) => Uint8Array;

/**
 * Caches encoded parts: bulk decisions share projects and vulnerabilities, and each subject contains them twice. The
 * analysis (field 4) has component, project and vulnerability in the same fields as the subject (1, 2, 3), then the
 * state (4) and the suppression (5).
 */
export function createSubjectEncoder(): EncodeSubject {
  const component = createCache(1, ComponentSchema);
  const project = createCache(2, ProjectSchema);
  const vulnerability = createCache(3, VulnerabilitySchema);
  const decisions = new Map<string, Uint8Array>();
  return (about, state, isSuppressed) => {
    const parts = [component(about.component), project(about.project), vulnerability(about.vulnerability)];
    const decision = getOrEncode(decisions, `${state} ${isSuppressed}`, () =>
      encodeDecision(state, isSuppressed),
    );
    const length = parts.reduce((sum, part) => sum + part.length, decision.length);
    return Buffer.concat([...parts, fieldHeader(4, length), ...parts, decision]);
  };
}

function createCache<Desc extends DescMessage>(
  number: number,
  schema: Desc,
): (message: MessageShape<Desc>) => Uint8Array {
  const known = new Map<MessageShape<Desc>, Uint8Array>();
  return (message) => getOrEncode(known, message, () => encodeField(number, toBinary(schema, message)));
}

function getOrEncode<Key>(known: Map<Key, Uint8Array>, key: Key, encode: () => Uint8Array): Uint8Array {
  const bytes = known.get(key) ?? encode();
  known.set(key, bytes);
  return bytes;
}

function encodeField(number: number, bytes: Uint8Array): Uint8Array {
  return Buffer.concat([fieldHeader(number, bytes.length), bytes]);
}

function encodeDecision(state: string, isSuppressed: boolean): Uint8Array {
  const writer = new BinaryWriter().tag(4, WireType.LengthDelimited).string(state);
  return writer.tag(5, WireType.Varint).bool(isSuppressed).finish();
}
