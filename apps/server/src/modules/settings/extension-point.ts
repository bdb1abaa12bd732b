import type { PropertyName } from '../../platform/config/properties.ts';

/** The part of a JSON Schema that the service itself reads. `x-secret-ref` marks members that refer to a secret. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type ExtensionConfig = Readonly<Record<string, unknown>>;

/** A member of a configuration that a property can set as well. */
export interface SettingsMember {
  readonly schema: JsonSchema;
  readonly property: PropertyName;
  /** A property that contains the value of the secret that the member names. */
  readonly valueProperty?: PropertyName;
}

export type SettingsMembers = Readonly<Record<string, SettingsMember>>;

/** The settings that are in effect, and where they come from. */
export interface ResolvedSettings {
  /** Secrets are named. */
  readonly config: ExtensionConfig;
  /** The members that a property sets, with the name of the property. */
  readonly setBy: Readonly<Record<string, PropertyName>>;
  /** The members that users have set over the API. */
  readonly setByUser: ReadonlySet<string>;
}

/** An implementation that can be plugged in, such as a notification publisher. */
export interface Extension {
  readonly name: string;
  readonly displayName: string;
  /** Schema of the configuration. Absent if there is nothing to configure. */
  readonly schema?: JsonSchema | undefined;
  /** The members that properties can set. */
  readonly members?: SettingsMembers | undefined;
  /** Tests a configuration and returns what is wrong, if anything. May also throw. */
  readonly check?:
    | ((config: ExtensionConfig, resolved: ResolvedSettings) => Promise<string | undefined>)
    | undefined;
}

/** A kind of extension. */
export interface ExtensionPoint {
  readonly name: string;
  readonly extensions: readonly Extension[];
}
