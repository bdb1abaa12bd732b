import { property } from '../property.ts';
import { secondsToMilliseconds } from '../unit-conversions.ts';
import {
  boolean,
  integer,
  milliseconds,
  oneOf,
  secretText,
  text,
  textMatching,
  url,
} from '../value-types.ts';

const ONE_YEAR_MS = 31_536_000_000;
const apiKeyPrefix = textMatching(/^[A-Za-z0-9_-]{1,32}$/, 'up to 32 letters, digits, - and _', 'tly_');

export const authProperties = {
  'svc.auth.session-timeout-ms': property(milliseconds(1_000, ONE_YEAR_MS), {
    default: 28_800_000,
    carriedOver: true,
    oldNames: [{ name: 'auth.jwt.ttl.seconds', conversion: secondsToMilliseconds }],
    description: 'Lifetime of a session, counted from the sign-in. The default is 8 hours.',
  }),
  'svc.auth.login.max-failures-per-user-and-address': property(integer(1, 1_000_000, 10), {
    default: 10,
    description:
      'Failed sign-ins of one user name from one network address within the window after which further attempts from there are answered with 429.',
  }),
  'svc.auth.login.max-failures-per-user': property(integer(1, 1_000_000, 50), {
    default: 50,
    description:
      'Failed sign-ins of one user name from all addresses without a recent sign-in of the user, after which further attempts from such addresses are answered with 429.',
  }),
  'svc.auth.login.known-address-ms': property(milliseconds(0, ONE_YEAR_MS), {
    default: 2_592_000_000,
    description:
      'Time for which an address that a user signed in from counts as known: failures from other addresses do not lock the user out there. The default is 30 days.',
  }),
  'svc.auth.login.max-failures-per-address': property(integer(1, 1_000_000, 100), {
    default: 100,
    description:
      'Failed sign-ins from one network address within the window after which further attempts are answered with 429.',
  }),
  'svc.auth.login.window-ms': property(milliseconds(1_000), {
    default: 300_000,
    description: 'Time for which a failed sign-in counts.',
  }),
  'svc.auth.password.min-length': property(integer(8, 128, 12), {
    default: 12,
    description:
      'Minimum length of new passwords of managed users. Passwords that are easy to guess are refused at any length; existing ones keep working.',
  }),
  'svc.auth.second-factor.required': property(oneOf(['none', 'administrators', 'all']), {
    default: 'none',
    description:
      'Which managed users must have a second factor: none, those with ACCESS_MANAGEMENT, or all. Users without one can only set one up.',
  }),
  'svc.auth.webauthn.rp-id': property(text, {
    description:
      'Domain that security keys and passkeys are bound to, such as `tallyman.example.com`. By default the host name under which the service is used.',
  }),
  'svc.api-key.prefix': property(apiKeyPrefix, {
    default: 'tly_',
    carriedOver: true,
    description: 'Prefix of new API keys. Existing keys keep working when it changes.',
  }),
  'svc.api-key.expiry-notice-days': property(integer(1, 365, 7), {
    default: 7,
    description:
      'How many days before an API key expires a notification of the group CONFIGURATION is emitted.',
  }),
};

const later = { inUse: false, carriedOver: true } as const;

export const ldapProperties = {
  'svc.ldap.enabled': property(boolean, {
    ...later,
    default: false,
    description: 'Whether users can sign in with an LDAP directory.',
  }),
  'svc.ldap.server-url': property(url(['ldap', 'ldaps'], 'ldaps://ldap.example.com:636'), {
    ...later,
    description: 'The directory server.',
  }),
  'svc.ldap.base-dn': property(text, {
    ...later,
    synonyms: ['ldap.basedn'],
    description: 'Distinguished name under which users and groups are searched.',
  }),
  'svc.ldap.security-auth': property(oneOf(['simple', 'none']), {
    ...later,
    default: 'simple',
    description: 'How the service binds: with name and password, or anonymously.',
  }),
  'svc.ldap.bind.username': property(text, {
    ...later,
    description: 'Distinguished name with which the service binds.',
  }),
  'svc.ldap.bind.password': property(secretText, {
    ...later,
    description: 'Password with which the service binds.',
  }),
  'svc.ldap.username-format': property(text, {
    ...later,
    synonyms: ['ldap.auth.username.format'],
    description:
      'Converts the name entered at sign-in to the name in the directory; `%s` is the entered name.',
  }),
  'svc.ldap.name-attribute': property(text, {
    ...later,
    default: 'userPrincipalName',
    synonyms: ['ldap.attribute.name'],
    description: 'Attribute that holds the user name.',
  }),
  'svc.ldap.mail-attribute': property(text, {
    ...later,
    default: 'mail',
    synonyms: ['ldap.attribute.mail'],
    description: 'Attribute that holds the email address.',
  }),
  'svc.ldap.group-filter': property(text, {
    ...later,
    default: '(&(objectClass=group)(objectCategory=Group))',
    synonyms: ['ldap.groups.filter'],
    description: 'Filter that finds all groups.',
  }),
  'svc.ldap.user-groups-filter': property(text, {
    ...later,
    default: '(member:1.2.840.113556.1.4.1941:={USER_DN})',
    description: 'Filter that finds the groups of a user.',
  }),
  'svc.ldap.group-search-filter': property(text, {
    ...later,
    default: '(&(objectClass=group)(objectCategory=Group)(cn=*{SEARCH_TERM}*))',
    synonyms: ['ldap.groups.search.filter'],
    description: 'Filter that finds groups by a part of their name.',
  }),
  'svc.ldap.user-search-filter': property(text, {
    ...later,
    default: '(&(objectClass=user)(objectCategory=Person)(cn=*{SEARCH_TERM}*))',
    synonyms: ['ldap.users.search.filter'],
    description: 'Filter that finds users by a part of their name.',
  }),
  'svc.ldap.user-provisioning': property(boolean, {
    ...later,
    default: false,
    description: 'Whether a first sign-in creates the user.',
  }),
  'svc.ldap.team-synchronization': property(boolean, {
    ...later,
    default: false,
    description: 'Whether each sign-in sets the teams of the user from the mapped groups.',
  }),
};
