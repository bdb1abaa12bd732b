/** Where the identity of a user comes from: Tallyman, an LDAP directory or an OpenID Connect provider. */
export type UserKind = 'MANAGED' | 'LDAP' | 'OIDC';
