interface DefaultGroup {
  readonly name: string;
  readonly riskWeight: number;
  /** SPDX ids. A trailing `*` is a wildcard. */
  readonly licenses: readonly string[];
}

function ids(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** A licence belongs to the first group that names it. */
const groups: readonly DefaultGroup[] = [
  {
    name: 'Non-Commercial',
    riskWeight: 10,
    licenses: ids('CC-BY-NC-* PolyForm-Noncommercial-* NCGL-UK-* Aladdin'),
  },
  {
    name: 'Weak Copyleft',
    riskWeight: 3,
    licenses: ids(`
      LGPL-* LGPLLR MPL-* EPL-* CDDL-* CPL-* IPL-* APSL-* CECILL-C MS-RL NPL-* SPL-* CPAL-* ErlPL-* LPL-* Nokia RSCPL
      SISSL* Motosoto gSOAP-* CUA-OPL-* Interbase-* YPL-* eCos-* RHeCos-* wxWindows Artistic-* ClArtistic OSET-PL-*
      LiLiQ-R-* CERN-OHL-W-* ESA-PL-weak-copyleft-* CATOSL-* NASA-* OCLC-* OPL-1.0 RPSL-* SugarCRM-* Zimbra-* NOSL
      IPA BitTorrent-* LPPL-* OFL-* GPL-2.0-with-* GPL-3.0-with-* QPL-1.0-INRIA-* Condor-* Watcom-* NGPL`),
  },
  {
    name: 'Copyleft',
    riskWeight: 8,
    licenses: ids(`
      AGPL-* GPL-* GFDL-* CC-BY-SA-* CC-SA-* CECILL-1.* CECILL-2.* EUPL-* OSL-* NPOSL-* SSPL-* RPL-* QPL-* Sleepycat
      ODbL-* Parity-* copyleft-next-* CAL-* LiLiQ-Rplus-* CERN-OHL-S-* CERN-OHL-1.* ESA-PL-strong-copyleft-* TMate
      SimPL-* D-FSL-* BSD-Protection TGPPL-* LAL-* CDLA-Sharing-* TAPR-OHL-* Linux-man-pages-copyleft* APL-*
      SMAIL-GPL Hippocratic-* FreeImage Arphic-*`),
  },
  {
    name: 'Permissive',
    riskWeight: 0,
    licenses: ids(`
      MIT MIT-* MITNFA BSD-* 0BSD Apache-* ISC ISC-* Zlib zlib-acknowledgement Libpng libpng-* BSL-1.0 Unlicense
      Unlicense-* CC0-1.0 CC-PDDC CC-PDM-* CC-BY-1.0 CC-BY-2.* CC-BY-3.* CC-BY-4.* X11 X11-* NCSA PostgreSQL Python-*
      PSF-* PHP-* Ruby Ruby-pty AFL-* W3C W3C-* WTFPL UPL-* Unicode-* ICU curl HPND HPND-* NTP NTP-0 OpenSSL
      OpenSSL-standalone SSLeay-standalone OLDAP-* FTL IJG IJG-short TCL Vim Xnet ZPL-* MS-PL ECL-* EFL-* Fair Intel
      JSON MirOS Naumen BlueOak-* MulanPSL-* bzip2-* AML AML-glslang AAL Beerware CNRI-* DOC Plexus SMLNJ StandardML-NJ
      Spencer-* TCP-wrappers SGI-B-* blessing SSH-OpenSSH SSH-short AMDPLPA APAFML Borceux CERN-OHL-P-* CECILL-B
      CDLA-Permissive-* Crossword Entessa ESA-PL-permissive-* EUDatagrid FSFAP FSFUL FSFULLR GD Giftware gnuplot
      ImageMagick Imlib2 Info-ZIP JasPer-* LiLiQ-P-* libtiff mpich2 MTLL Multics NetCDF Net-SNMP NLPL OGTSL OML
      PDDL-* psutils Qhull Sendmail SNIA SWL TU-Berlin-* UnixCrypt VSL-* XFree86-* xinetd Xerox xpp Zed Zend-*`),
  },
];

interface Membership {
  readonly group: string;
  readonly licenseId: string;
}

export const defaultLicenseGroups: readonly Pick<DefaultGroup, 'name' | 'riskWeight'>[] = groups;

/** Assigns licences to the default groups. */
export function planMemberships(licenseIds: readonly string[]): Membership[] {
  return licenseIds.flatMap((licenseId) => {
    const group = groups.find(({ licenses }) => licenses.some((pattern) => matches(licenseId, pattern)));
    return group ? [{ group: group.name, licenseId }] : [];
  });
}

function matches(licenseId: string, pattern: string): boolean {
  return pattern.endsWith('*') ? licenseId.startsWith(pattern.slice(0, -1)) : licenseId === pattern;
}
