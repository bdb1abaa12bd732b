import type { Config } from '../../platform/config/load-config.ts';
import { getProperty, type PropertyName } from '../../platform/config/properties.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type {
  ExtensionConfig,
  JsonSchema,
  ResolvedSettings,
  SettingsMember,
  SettingsMembers,
} from './extension-point.ts';

/** A property wins over the stored configuration, which wins over the default of the property. */
export function resolveSettings(
  config: Config,
  members: SettingsMembers,
  stored: ExtensionConfig = {},
): ResolvedSettings {
  const setBy: Record<string, PropertyName> = {};
  const setByUser = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    const property = findSetProperty(config, member);
    if (property) setBy[name] = property;
    else if (Object.hasOwn(stored, name)) setByUser.add(name);
    const value = setByUser.has(name) ? stored[name] : toPropertyValue(config, member, property);
    if (value !== undefined) values[name] = value;
  }
  return { config: values, setBy, setByUser };
}

/** The value of a secret is not part of the configuration. */
function toPropertyValue(
  config: Config,
  { property, valueProperty }: SettingsMember,
  setBy: PropertyName | undefined,
): unknown {
  return setBy !== undefined && setBy === valueProperty ? undefined : config[property];
}

function findSetProperty(
  { setProperties }: Config,
  { property, valueProperty }: SettingsMember,
): PropertyName | undefined {
  if (setProperties.has(property)) return property;
  return valueProperty && setProperties.has(valueProperty) ? valueProperty : undefined;
}

/** Addresses that properties set may contain credentials and a query, which are never shown. */
export function withoutCredentials(settings: ResolvedSettings): ResolvedSettings {
  const shown = Object.entries(settings.config).map(([name, value]) => {
    const url = Object.hasOwn(settings.setBy, name) && typeof value === 'string' ? URL.parse(value) : null;
    const isSecret = url !== null && (url.username !== '' || url.password !== '' || url.search !== '');
    return [name, isSecret ? `${url.origin}${url.pathname}` : value];
  });
  return { ...settings, config: Object.fromEntries(shown) };
}

/** Builds the schema of the members, with the defaults of their properties. */
export function toSettingsSchema(members: SettingsMembers, rules: JsonSchema = {}): JsonSchema {
  const properties = Object.entries(members).map(([name, { schema, property }]) => {
    const { default: standard } = getProperty(property);
    return [name, standard === undefined ? schema : { ...schema, default: standard }];
  });
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
    ...rules,
  };
}

/** Returns the value of the secret that a member names, or that a property contains. */
export async function findSecretValue(
  { config, secrets }: { readonly config: Config; readonly secrets: Secrets },
  members: SettingsMembers,
  settings: ResolvedSettings,
  member: string,
): Promise<string | undefined> {
  const property = settings.setBy[member];
  if (property !== undefined && property === members[member]?.valueProperty)
    return config[property] as string;
  const name = settings.config[member];
  return typeof name === 'string' && name !== '' ? secrets.resolve(name) : undefined;
}

/** Names the properties in the schema, and marks the members that they set as read-only. */
export function markProperties(
  schema: JsonSchema,
  members: SettingsMembers,
  { setBy }: ResolvedSettings,
): JsonSchema {
  const properties = Object.entries(schema.properties as Readonly<Record<string, JsonSchema>>);
  const marked = properties.map(([name, member]) => {
    const property = setBy[name] ?? members[name]?.property;
    return [name, { ...member, 'x-property': property, ...(setBy[name] && { readOnly: true }) }];
  });
  return { ...schema, properties: Object.fromEntries(marked) };
}
