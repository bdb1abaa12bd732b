import { describe, expect, it } from 'vitest';
import { toGoModule } from './go-module.ts';
import { toPurl } from './package-url.ts';

describe('The module of a Go package URL', () => {
  it.each([
    ['has no subpath', 'github.com/gorilla/mux@v1.8.0', 'github.com/gorilla/mux@v1.8.0'],
    [
      'may go on in the subpath',
      'github.com/hashicorp/consul@v1.12.0#api',
      'github.com/hashicorp/consul/api@v1.12.0',
    ],
    [
      'may have its major version there',
      'github.com/go-chi/chi@v5.0.7#v5',
      'github.com/go-chi/chi/v5@v5.0.7',
    ],
    [
      'may have both there',
      'github.com/antlr/antlr4@v4.0.0#runtime/Go/antlr/v4',
      'github.com/antlr/antlr4/runtime/Go/antlr/v4@v4.0.0',
    ],
    ['may have no version', 'github.com/hashicorp/consul#api', 'github.com/hashicorp/consul/api'],
    [
      'is all of the path when it is spelled without a subpath',
      'github.com/hashicorp/consul/api@v1.12.0',
      'github.com/hashicorp/consul/api@v1.12.0',
    ],
    [
      'is said by other qualifiers as well',
      'github.com/go-chi/chi@v5.0.7?type=module&package-id=1#v5',
      'github.com/go-chi/chi/v5@v5.0.7',
    ],
    [
      'ends before the subpath of a package',
      'go.etcd.io/etcd@v3.4.0?type=package#auth/tokens',
      'go.etcd.io/etcd@v3.4.0',
    ],
    [
      'includes the major version before the subpath of a package',
      'github.com/go-chi/chi@v5.0.7?type=package#v5/middleware',
      'github.com/go-chi/chi/v5@v5.0.7',
    ],
    ['is the whole standard library', 'stdlib@1.22.3#net/http', 'stdlib@1.22.3'],
    ['is the whole standard library under its own name', 'std@1.22.3#net/http', 'std@1.22.3'],
  ])('%s', (_rule, given, module) => {
    expect(toPurl(`pkg:golang/${given}`)?.coordinates).toBe(`pkg:golang/${module}`);
  });

  it('does not change the package URL', () => {
    const purl = 'pkg:golang/github.com/hashicorp/consul@v1.12.0?type=module#api';
    expect(toPurl(purl)?.purl).toBe(purl);
  });

  it('applies to Go only', () => {
    expect(toPurl('pkg:github/package-url/purl-spec@1.0#everybody/loves')?.coordinates).toBe(
      'pkg:github/package-url/purl-spec@1.0',
    );
  });
});

describe('toGoModule', () => {
  const urlOf = (namespace: string | null, name: string, subpath: string | null, type?: string) => ({
    namespace,
    name,
    subpath,
    qualifiers: new Map(type ? [['type', type]] : []),
  });

  it.each([
    ['v2', 'v2'],
    ['v9', 'v9'],
    ['v10', 'v10'],
    ['v19', 'v19'],
    ['v123', 'v123'],
    ['v2/api', 'v2'],
    ['a/v2/api', 'a/v2'],
    ['v0', ''],
    ['v1', ''],
    ['v01', ''],
    ['v1x', ''],
    ['v2x', ''],
    ['xv2', ''],
    ['v', ''],
    ['2', ''],
    ['v10x', ''],
    ['api', ''],
  ])('has %s of the subpath of a package as: %s', (subpath, included) => {
    const module = toGoModule(urlOf('example.org/a', 'b', subpath, 'package'));
    const path = ['example.org/a/b', included].filter((part) => part !== '').join('/');
    expect(`${module.namespace}/${module.name}`).toBe(path);
    expect(module.subpath).toBeNull();
  });

  it.each([
    ['a host alone', urlOf(null, 'example.org', 'a/b'), ['example.org/a', 'b']],
    ['the standard library', urlOf(null, 'stdlib', 'net/http'), [null, 'stdlib']],
    ['a path without a host', urlOf('std/net', 'http', 'a'), ['std/net', 'http']],
    ['a dot after the host only', urlOf('std/example.org', 'a', 'b'), ['std/example.org', 'a']],
  ])('has namespace and name of %s', (_what, url, expected) => {
    const { namespace, name } = toGoModule(url);
    expect([namespace, name]).toEqual(expected);
  });

  it('returns a URL without a subpath unchanged', () => {
    const url = urlOf('example.org', 'a', null);
    expect(toGoModule(url)).toBe(url);
  });
});
