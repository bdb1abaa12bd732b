interface Licensed {
  readonly license?: string;
  readonly license_expression?: string;
  readonly resolved_license?: { readonly license_id: string };
}

/** The licence as it is best known: an expression, an SPDX id, or the name that the document gives. */
export function licenseOf({ license_expression, resolved_license, license }: Licensed): string | undefined {
  return license_expression ?? resolved_license?.license_id ?? license;
}
