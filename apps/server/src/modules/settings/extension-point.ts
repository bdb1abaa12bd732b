/** The part of a JSON Schema that the service itself reads. `x-secret-ref` marks members that refer to a secret. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type ExtensionConfig = Readonly<Record<string, unknown>>;

/** An implementation that can be plugged in, such as a notification publisher. */
export interface Extension {
  readonly name: string;
  readonly displayName: string;
  /** Schema of the configuration. Absent if there is nothing to configure. */
  readonly schema?: JsonSchema | undefined;
  /** Tests a configuration and returns what is wrong, if anything. May also throw. */
  readonly check?: ((config: ExtensionConfig) => Promise<string | undefined>) | undefined;
}

/** A kind of extension. */
export interface ExtensionPoint {
  readonly name: string;
  readonly extensions: readonly Extension[];
}
