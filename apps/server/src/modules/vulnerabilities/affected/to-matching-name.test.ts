import { describe, expect, it } from 'vitest';
import { findPackage } from './find-package.ts';

const nameOf = (purl: string) => findPackage(purl)?.package;

describe('The name by which components and affected packages are matched', () => {
  it.each([
    ['pkg:nuget/Newtonsoft.Json', 'pkg:nuget/newtonsoft.json'],
    ['pkg:pypi/Foo_Bar.baz', 'pkg:pypi/foo-bar-baz'],
    ['pkg:pypi/zope.interface', 'pkg:pypi/zope-interface'],
    ['pkg:golang/github.com/Masterminds/Goutils', 'pkg:golang/github.com/masterminds/goutils'],
    ['pkg:golang/std', 'pkg:golang/stdlib'],
    ['pkg:swift/github.com/Acme/Thing', 'pkg:swift/github.com/acme/thing'],
    ['pkg:composer/Acme/Thing', 'pkg:composer/acme/thing'],
    ['pkg:npm/%40Scope/Name', 'pkg:npm/%40Scope/Name'],
    ['pkg:npm/@scope/name', 'pkg:npm/%40scope/name'],
    ['pkg:maven/org.Acme/Thing', 'pkg:maven/org.Acme/Thing'],
    ['pkg:rpm/rocky-linux/ruby', 'pkg:rpm/rocky/ruby'],
    ['pkg:rpm/alma/ruby?distro=alma-8', 'pkg:rpm/almalinux/ruby'],
    ['pkg:rpm/amazon/ruby', 'pkg:rpm/amzn/ruby'],
    ['pkg:rpm/oracle/ruby', 'pkg:rpm/ol/ruby'],
    ['pkg:rpm/rhel/ruby', 'pkg:rpm/redhat/ruby'],
    ['pkg:rpm/centos/ruby', 'pkg:rpm/redhat/ruby'],
    ['pkg:rpm/opensuse-leap/xen', 'pkg:rpm/opensuse/xen'],
    ['pkg:rpm/sles/xen', 'pkg:rpm/suse/xen'],
    ['pkg:rpm/suse/xen', 'pkg:rpm/suse/xen'],
    ['pkg:rpm/mariner/vim', 'pkg:rpm/azurelinux/vim'],
    ['pkg:deb/curl?distro=debian-12', 'pkg:deb/debian/curl'],
    ['pkg:deb/curl', 'pkg:deb/curl'],
    ['pkg:rpm/acme/tool', 'pkg:rpm/acme/tool'],
    ['pkg:rpm/curl?distro=fedora-40', 'pkg:rpm/fedora/curl'],
    ['pkg:apk/curl?distro=alpine-3.20', 'pkg:apk/alpine/curl'],
    ['pkg:apk/curl?distro=unheard-of-1', 'pkg:apk/curl'],
    ['pkg:deb/ubuntu/curl?distro=debian-12', 'pkg:deb/ubuntu/curl'],
    ['pkg:generic/curl?distro=debian-12', 'pkg:generic/curl'],
    ['pkg:pypi/a--b__c..d-_.e', 'pkg:pypi/a-b-c-d-e'],
    ['pkg:npm/a--b', 'pkg:npm/a--b'],
    ['pkg:golang/github.com/acme/std', 'pkg:golang/github.com/acme/std'],
    ['pkg:golang/stdlib', 'pkg:golang/stdlib'],
    ['pkg:golang/github.com/Acme/Tool@v1.0.0#Api', 'pkg:golang/github.com/acme/tool/api'],
    ['pkg:nuget/Acme@1.0?arch=x64#Lib', 'pkg:nuget/acme'],
    ['pkg:npm/std', 'pkg:npm/std'],
    ['pkg:golang/fmt', 'pkg:golang/fmt'],
  ])('for %s is %s', (purl, name) => {
    expect(nameOf(purl)).toBe(name);
  });

  it('is stored beside the stated name if they differ', () => {
    expect(findPackage('pkg:nuget/Newtonsoft.Json@1')?.stated_package).toBe('pkg:nuget/Newtonsoft.Json');
    expect(findPackage('pkg:npm/a@1')?.stated_package).toBeNull();
  });
});
