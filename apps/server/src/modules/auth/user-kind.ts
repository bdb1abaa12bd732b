/** Where a user's identity comes from: kept here, from an LDAP directory, from an OpenID Connect provider. */
export type UserKind = 'MANAGED' | 'LDAP' | 'OIDC';
