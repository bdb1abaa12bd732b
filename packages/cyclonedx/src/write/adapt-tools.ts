import { isJsonObject, type JsonObject } from '../schema/schema-node.ts';

function without(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function nameOf(party: unknown): unknown {
  return isJsonObject(party) ? party.name : undefined;
}

function componentAsTool(component: JsonObject): JsonObject {
  const { group, name, version, hashes, externalReferences } = component;
  const vendor = nameOf(component.supplier) ?? nameOf(component.manufacturer) ?? component.publisher ?? group;
  return without({ vendor, name, version, hashes, externalReferences });
}

function serviceAsTool(service: JsonObject): JsonObject {
  const { group, name, version, externalReferences } = service;
  return without({ vendor: nameOf(service.provider) ?? group, name, version, externalReferences });
}

function listOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Up to 1.4 tools are a list of vendor, name and version. */
export function toLegacyTools(tools: unknown): unknown {
  if (!isJsonObject(tools)) return tools;
  return [...listOf(tools.components).map(componentAsTool), ...listOf(tools.services).map(serviceAsTool)];
}
