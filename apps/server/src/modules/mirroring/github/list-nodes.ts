import { type JsonObject, toObject, toObjects } from '../../../platform/read-json.ts';

/** Lists the elements of a GraphQL connection that was queried as `nodes` or as `edges { node }`. */
export function listNodes(connection: unknown): readonly JsonObject[] {
  const { nodes, edges } = toObject(connection);
  return Array.isArray(nodes) ? toObjects(nodes) : toObjects(edges).map(({ node }) => toObject(node));
}
