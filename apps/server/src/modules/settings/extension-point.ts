/** Of a JSON Schema only what we read ourselves; `x-secret-ref` marks members that name a secret. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type ExtensionConfig = Readonly<Record<string, unknown>>;

/** Something of its own that can be plugged in, such as a way to send notifications. */
export interface Extension {
  readonly name: string;
  readonly displayName: string;
  /** What an administrator can set; nothing if there is nothing to set. */
  readonly schema?: JsonSchema | undefined;
  /** Tries a configuration out; what is wrong, if anything. It may also throw. */
  readonly check?: ((config: ExtensionConfig) => Promise<string | undefined>) | undefined;
}

/** A place for extensions. */
export interface ExtensionPoint {
  readonly name: string;
  readonly extensions: readonly Extension[];
}
