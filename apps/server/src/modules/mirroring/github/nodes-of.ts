import { type JsonObject, toObject, toObjects } from '../read-json.ts';

/** The elements of a GraphQL connection, asked for as `nodes` or as `edges { node }`. */
export function nodesOf(connection: unknown): readonly JsonObject[] {
  const { nodes, edges } = toObject(connection);
  return Array.isArray(nodes) ? toObjects(nodes) : toObjects(edges).map(({ node }) => toObject(node));
}
