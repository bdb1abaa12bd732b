import { KeyWriter } from './key/key-writer.ts';
import { Mark } from './key/mark.ts';
import type { Scheme } from './scheme.ts';
import { writeAlpmKey } from './schemes/alpm.ts';
import { writeApkKey } from './schemes/apk.ts';
import { writeBitnamiKey } from './schemes/bitnami.ts';
import { writeCargoKey } from './schemes/cargo.ts';
import { writeComposerKey } from './schemes/composer.ts';
import { writeConanKey } from './schemes/conan.ts';
import { writeCpanKey } from './schemes/cpan.ts';
import { writeCranKey } from './schemes/cran.ts';
import { writeDatetimeKey } from './schemes/datetime.ts';
import { writeDebKey } from './schemes/deb.ts';
import { writeGemKey } from './schemes/gem.ts';
import { writeGenericNvdKey } from './schemes/generic-nvd.ts';
import { writeGentooKey } from './schemes/gentoo.ts';
import { writeGoKey } from './schemes/go.ts';
import { writeHackageKey } from './schemes/hackage.ts';
import { writeIntdotKey } from './schemes/intdot.ts';
import { writeJvmKey } from './schemes/jvm.ts';
import { writeLexicographicKey } from './schemes/lexicographic.ts';
import { writeMavenKey } from './schemes/maven.ts';
import { writeNugetKey } from './schemes/nuget.ts';
import { writeOpensslKey } from './schemes/openssl.ts';
import { writePubKey } from './schemes/pub.ts';
import { writePypiKey } from './schemes/pypi.ts';
import { writeRpmKey } from './schemes/rpm.ts';
import { writeRpmLabelKey } from './schemes/rpm-label.ts';
import { writeSemverKey } from './schemes/semver.ts';

/**
 * Writes the key of a version. Returns false if the scheme cannot parse it; the caller then discards the written bytes.
 */
type WriteKey = (writer: KeyWriter, version: string) => boolean;

const writers: Readonly<Record<Scheme, WriteKey>> = {
  alpm: writeAlpmKey,
  apk: writeApkKey,
  bitnami: writeBitnamiKey,
  cargo: writeCargoKey,
  composer: writeComposerKey,
  conan: writeConanKey,
  cpan: writeCpanKey,
  cran: writeCranKey,
  datetime: writeDatetimeKey,
  deb: writeDebKey,
  gem: writeGemKey,
  'generic-nvd': writeGenericNvdKey,
  gentoo: writeGentooKey,
  go: writeGoKey,
  hackage: writeHackageKey,
  intdot: writeIntdotKey,
  jvm: writeJvmKey,
  lexicographic: writeLexicographicKey,
  maven: writeMavenKey,
  nuget: writeNugetKey,
  openssl: writeOpensslKey,
  pub: writePubKey,
  pypi: writePypiKey,
  rpm: writeRpmKey,
  'rpm-label': writeRpmLabelKey,
  semver: writeSemverKey,
};

/** Shared, because keys are built synchronously and copied. */
const writer = new KeyWriter();

/**
 * Returns bytes that compare (memcmp, a proper prefix is smaller, as PostgreSQL compares bytea) as the versions do.
 * Versions that are equal in the scheme have the same key.
 *
 * Never throws. A version that the scheme cannot parse is below all others, in the order of `generic-nvd`. Keys have at
 * most `maxKeyLength` bytes.
 */
export function sortKey(scheme: Scheme, version: string): Uint8Array {
  if (!write(scheme, version)) writeUnreadable(version);
  return writer.finish();
}

/** Whether the scheme can parse the version. Otherwise its key is a fallback. */
export function isReadable(scheme: Scheme, version: string): boolean {
  return write(scheme, version);
}

function write(scheme: Scheme, version: string): boolean {
  writer.reset();
  writer.byte(Mark.readable);
  return writers[scheme](writer, scheme === 'lexicographic' ? version : version.trim());
}

function writeUnreadable(version: string): void {
  writer.reset();
  writer.byte(Mark.unreadable);
  writeGenericNvdKey(writer, version.trim());
}
