/** The parts of a Go package URL that identify the module. */
interface GoUrl {
  readonly namespace: string | null;
  readonly name: string;
  readonly qualifiers: ReadonlyMap<string, string>;
  readonly subpath: string | null;
}

/** Major versions from `v2` on are part of the module path; `v0` and `v1` never are. */
const MAJOR_VERSION = /^v([2-9]|[1-9]\d+)$/;

/**
 * Returns the package URL of the Go module, without a subpath. Generators put the last segments of a module path into
 * the subpath: `pkg:golang/github.com/hashicorp/consul@v1.12.0#api` is the module `github.com/hashicorp/consul/api`,
 * which has its own versions and advisories. With the qualifier `type=package`, and in the standard library, which is one
 * module, the subpath is a package inside the module.
 */
export function toGoModule<Url extends GoUrl>(url: Url): Url {
  const { namespace, name, subpath } = url;
  if (subpath === null) return url;
  const path = [...(namespace?.split('/') ?? []), name, ...moduleSegments(url, subpath)];
  return { ...url, namespace: path.slice(0, -1).join('/') || null, name: path.at(-1) ?? name, subpath: null };
}

/** The segments of the subpath that belong to the module path. */
function moduleSegments({ namespace, name, qualifiers }: GoUrl, subpath: string): string[] {
  const host = namespace?.split('/')[0] ?? name;
  const isStandardLibrary = !host.includes('.');
  if (isStandardLibrary) return [];
  const segments = subpath.split('/');
  if (qualifiers.get('type') !== 'package') return segments;
  return segments.slice(0, segments.findIndex((segment) => MAJOR_VERSION.test(segment)) + 1);
}
