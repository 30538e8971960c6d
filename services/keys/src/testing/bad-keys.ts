/** The body of a request for a key, the code of its refusal, and the path that this names. */
type BadKey = [body: string, code: string, path: string | undefined]

/** For a permission by which keys work for 365 days at most. */
export const BAD_KEYS: BadKey[] = [
  ['', 'MALFORMED_JSON', undefined],
  ['{"name":', 'MALFORMED_JSON', ''],
  ['[]', 'VALIDATION_FAILED', ''],
  ['null', 'VALIDATION_FAILED', ''],
  ['{}', 'VALIDATION_FAILED', 'name'],
  ['{"__proto__":{"name":"x"}}', 'VALIDATION_FAILED', 'name'],
  ['{"name":""}', 'VALIDATION_FAILED', 'name'],
  ['{"name":7}', 'VALIDATION_FAILED', 'name'],
  [`{"name":"${'x'.repeat(101)}"}`, 'VALIDATION_FAILED', 'name'],
  ['{"name":"\\ud800"}', 'VALIDATION_FAILED', 'name'],
  ['{"name":"a\\u0000"}', 'VALIDATION_FAILED', 'name'],
  ['{"name":"a\\nb"}', 'VALIDATION_FAILED', 'name'],
  ['{"name":"\\u202egnp"}', 'VALIDATION_FAILED', 'name'],
  ['{"name":"a","roles":null}', 'VALIDATION_FAILED', 'roles'],
  ['{"name":"a","roles":"reader"}', 'VALIDATION_FAILED', 'roles'],
  ['{"name":"a","roles":["a b"]}', 'VALIDATION_FAILED', 'roles.0'],
  ['{"name":"a","roles":["a\\u0000"]}', 'VALIDATION_FAILED', 'roles.0'],
  ['{"name":"a","roles":[1]}', 'VALIDATION_FAILED', 'roles.0'],
  [JSON.stringify({ name: 'a', roles: Array(101).fill('reader') }), 'VALIDATION_FAILED', 'roles'],
  [JSON.stringify({ name: 'a', roles: Array(10_000).fill('reader') }), 'VALIDATION_FAILED', 'roles'],
  ['{"name":"a","expiresIn":null}', 'VALIDATION_FAILED', 'expiresIn'],
  ['{"name":"a","expiresIn":0}', 'VALIDATION_FAILED', 'expiresIn'],
  ['{"name":"a","expiresIn":-1}', 'VALIDATION_FAILED', 'expiresIn'],
  ['{"name":"a","expiresIn":1.5}', 'VALIDATION_FAILED', 'expiresIn'],
  ['{"name":"a","expiresIn":"7"}', 'VALIDATION_FAILED', 'expiresIn'],
  ['{"name":"a","expiresIn":1e300}', 'VALIDATION_FAILED', 'expiresIn'],
  ['{"name":"a","expiresIn":366}', 'KEY_LIFETIME_TOO_LONG', 'expiresIn'],
]
