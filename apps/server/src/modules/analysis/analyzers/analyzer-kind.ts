import type { HttpClient } from '../../../platform/outgoing-http/create-http-client.ts';
import type { ExtensionConfig, JsonSchema, SettingsMembers } from '../../settings/extension-point.ts';
import type { Analyzer, ExternalAnalyzerName } from './analyzer.ts';
import type { AnswerCache } from './answer-cache.ts';

/** The extension point of analyzers. */
export const ANALYZER_POINT = 'vuln-analyzer';

export interface AnalyzerDeps {
  readonly settings: ExtensionConfig;
  readonly http: HttpClient;
  readonly cache: AnswerCache;
  /** Returns the secret that a member names. Called for each request, so that a renewed secret needs no restart. */
  findSecret(member: string): Promise<string | undefined>;
}

/** An external analyzer that can be configured: by properties, or at the extension point. */
export interface AnalyzerKind {
  readonly name: ExternalAnalyzerName;
  readonly displayName: string;
  readonly members: SettingsMembers;
  /** Rules of the schema beyond the members. */
  readonly rules?: JsonSchema;
  /** The member with the address that requests are sent to. */
  readonly addressMember: string;
  create(deps: AnalyzerDeps): Analyzer;
  /** Sends a harmless request. Returns what is wrong, if anything; may also throw. */
  check(deps: AnalyzerDeps): Promise<string | undefined>;
}

/** Members that are needed once the analyzer is enabled. */
export function requireWhenEnabled(...required: readonly string[]): JsonSchema {
  return {
    if: { properties: { enabled: { const: true } }, required: ['enabled'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required },
  };
}
