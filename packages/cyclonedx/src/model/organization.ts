interface PostalAddress {
  readonly 'bom-ref'?: string;
  readonly country?: string;
  readonly region?: string;
  readonly locality?: string;
  readonly postOfficeBoxNumber?: string;
  readonly postalCode?: string;
  readonly streetAddress?: string;
}

export interface OrganizationalContact {
  readonly 'bom-ref'?: string;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

export interface OrganizationalEntity {
  readonly 'bom-ref'?: string;
  readonly name?: string;
  readonly address?: PostalAddress;
  readonly url?: readonly string[];
  readonly contact?: readonly OrganizationalContact[];
}
