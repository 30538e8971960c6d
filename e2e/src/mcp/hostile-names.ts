/** Names of collections that would lead to another route, were they put into a path as they are. */
export const LEADING_ELSEWHERE = [
  '../keys',
  '/keys',
  'users',
  'acl',
  '_meta',
  'planes/p1',
  'planes?x=1',
  'planes#',
  '%2e%2e',
  '..',
  '.',
  'keys',
  'a\\b',
  '',
]

/** Ids of documents that a path could be mistaken for, or that hide something. */
export const ODD_IDS = ['..', '.', '*', '_size', '_meta', 'a/../../keys', '%2e%2e', "o'neil", 'a?b=c', '#', '\u202e']

/** Addresses at which nothing is, or nothing that the key may read. */
export const ABSENT_ADDRESSES = [
  'collections/planes/p0',
  'collections/users',
  'collections/..%2Fkeys',
  'collections/%E0%A4%A',
  'webhooks/a/logs/b',
  'errors/NO_SUCH_CODE',
  'else/x',
]
