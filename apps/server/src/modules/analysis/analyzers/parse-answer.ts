import { type JsonObject, toObject } from '../../../platform/read-json.ts';

/** Throws if the answer of a service is not JSON. */
export function parseAnswer(service: string, text: string): JsonObject {
  try {
    return toObject(JSON.parse(text));
  } catch {
    throw new Error(`The answer of ${service} is not JSON.`);
  }
}
