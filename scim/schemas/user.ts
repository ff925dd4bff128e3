import { attribute, plural, text } from './define.ts';
import type { Schema } from './resource-types.ts';

/** Only attributes that are stored and given back: clients make up values for whatever is listed here. */
export const userSchema: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A person of the organization.',
  attributes: [
    text('userName', 'Unique name by which the identity provider knows the person.', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('name', 'complex', 'The parts of the name.', {
      subAttributes: [
        text('formatted', 'The whole name as it is shown.'),
        text('familyName', 'The family name.'),
        text('givenName', 'The given name.'),
        text('middleName', 'The middle names.'),
        text('honorificPrefix', 'Titles before the name.'),
        text('honorificSuffix', 'Titles after the name.'),
      ],
    }),
    text('displayName', 'The name that is shown to people.'),
    text('nickName', 'What the person is called casually.'),
    attribute('profileUrl', 'reference', 'Address of a page about the person.', {
      referenceTypes: ['external'],
    }),
    text('title', 'The job title.'),
    text('userType', 'The relation to the organization, such as Employee or Contractor.'),
    text('preferredLanguage', 'The preferred language, as in Accept-Language.'),
    text('locale', 'Language and region for dates and numbers, such as de-DE.'),
    text('timezone', 'The IANA time zone, such as Europe/Berlin.'),
    attribute('active', 'boolean', 'False suspends the person: no access, no duty, no messages.'),
    plural(
      'emails',
      'E-mail addresses. The primary one is used, else that of the type work, else the first.',
      text('value', 'The address.'),
      ['work', 'home', 'other'],
    ),
    plural('phoneNumbers', 'Telephone numbers.', text('value', 'The number.'), [
      'work',
      'home',
      'mobile',
      'fax',
      'pager',
      'other',
    ]),
    plural('ims', 'Addresses for instant messages.', text('value', 'The address.')),
    plural(
      'photos',
      'Addresses of pictures.',
      attribute('value', 'reference', 'The address.', { referenceTypes: ['external'] }),
      ['photo', 'thumbnail'],
    ),
    attribute('addresses', 'complex', 'Postal addresses.', {
      multiValued: true,
      subAttributes: [
        text('formatted', 'The whole address as it is written on a letter.'),
        text('streetAddress', 'Street and number.'),
        text('locality', 'City.'),
        text('region', 'State or region.'),
        text('postalCode', 'Postal code.'),
        text('country', 'Country, as two letters of ISO 3166-1.'),
        text('type', 'What the address is for.', { canonicalValues: ['work', 'home', 'other'] }),
        attribute('primary', 'boolean', 'Whether this is the preferred value; one at most is.'),
      ],
    }),
    attribute('groups', 'complex', 'The groups that the person is directly in.', {
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [
        text('value', 'Id of the group.', { mutability: 'readOnly', caseExact: true }),
        attribute('$ref', 'reference', 'Address of the group.', {
          mutability: 'readOnly',
          referenceTypes: ['Group'],
        }),
        text('display', 'Name of the group.', { mutability: 'readOnly' }),
        text('type', 'Always direct.', { mutability: 'readOnly', canonicalValues: ['direct'] }),
      ],
    }),
    plural(
      'entitlements',
      'What the person is entitled to. Kept, without effect.',
      text('value', 'The entitlement.'),
    ),
    plural(
      'roles',
      'Roles of the person. Kept, without effect: groups decide about roles.',
      text('value', 'The role.'),
    ),
  ],
};
