/** The parts of a package URL of Go that say which module it means. */
interface GoUrl {
  readonly namespace: string | null;
  readonly name: string;
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string | null;
}

/** `v2` and later are part of the path of a module; there is no `v0` or `v1` in one. */
const MAJOR_VERSION = /^v([2-9]|[1-9]\d+)$/;

/**
 * The module that a package URL of Go means, without a subpath. Generators put what follows the first segments of a
 * module's path into the subpath: `pkg:golang/github.com/hashicorp/consul@v1.12.0#api` is the module
 * `github.com/hashicorp/consul/api`, which has versions and advisories of its own. Only where the URL says that it
 * means a package (`type=package`) is the subpath the path of a package inside the module, as it is in the standard
 * library, which is one module.
 */
export function toGoModule<Url extends GoUrl>(url: Url): Url {
  const { namespace, name, subpath } = url;
  if (subpath === null) return url;
  const path = [...(namespace?.split('/') ?? []), name, ...moduleSegments(url, subpath)];
  return { ...url, namespace: path.slice(0, -1).join('/') || null, name: path.at(-1) ?? name, subpath: null };
}

/** The segments of a subpath that belong to the path of the module. */
function moduleSegments({ namespace, name, qualifiers }: GoUrl, subpath: string): string[] {
  const host = namespace?.split('/')[0] ?? name;
  const isStandardLibrary = !host.includes('.');
  if (isStandardLibrary) return [];
  const segments = subpath.split('/');
  if (qualifiers.get('type') !== 'package') return segments;
  return segments.slice(0, segments.findIndex((segment) => MAJOR_VERSION.test(segment)) + 1);
}
