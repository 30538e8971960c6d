import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isSecretName, mayNameSecret } from './secret-name.ts'

const SECRET = [
  ...['password', 'Password', 'passwordHash', 'new_password', 'userpassword', 'passwd', 'pwd', 'passphrase', 'pass'],
  ...['secret', 'client_secret', 'clientSecret', 'CLIENT-SECRET', 'clientsecret', 'secret_id', 'webhookSecrets'],
  ...['token', 'tokens', 'access_token', 'accessToken', 'accesstoken', 'refresh_token', 'id_token', 'X-Auth-Token'],
  ...[
    'authorization',
    'Proxy-Authorization',
    'auth',
    'X-Auth',
    'cookie',
    'Set-Cookie',
    'credentials',
    'jwt',
    'userPwd',
  ],
  ...['api_key', 'apikey', 'apiKey', 'APIKey', 'X-Api-Key', 'api-keys', 'private_key', 'privateKeyPem', 'access_key'],
  ...['X-Hub-Signature-256', 'signature', 'sig', 'X-Amz-Security-Token', 'X-CSRF-Token', 'sessionId', 'smtp_pass'],
  ...['profile.password', 'user[password]', 'a.token.type.b', 'tokens.0', 'token.count'],
  ...['API Key', 'api__key', 'private - key', 'Session ID', 'pass_phrase', 'PASS_CODE', 'pass-word', 'Pass wd'],
  ...['token1', 'authToken2', 'auth_2', 'jwt1', 'userPass2', 'smtp_pass_1', 'signature2'],
]

const HARMLESS = [
  ...['tokenType', 'token_type', 'token_count', 'maxTokens', 'max_tokens', 'prompt_tokens', 'expires_in', 'tokenized'],
  ...[
    'passwordPolicy',
    'password_changed_at',
    'tokenExpiresIn',
    'isPassword',
    'hasToken',
    'secretary',
    'token-endpoint',
  ],
  ...[
    'author',
    'authority',
    'authentication',
    'authMethod',
    'passenger',
    'boardingPass',
    'compass',
    'passed',
    'bypass',
  ],
  ...[
    'key',
    'keys',
    'primaryKey',
    'public_key',
    'Idempotency-Key',
    'monkey',
    'Sec-WebSocket-Key',
    'sign',
    'design',
    'sigma',
  ],
  ...['access-control-allow-credentials', 'X-Request-Id', 'Content-Type', 'session', 'cookery', '0', ''],
]

describe('the name of a secret', () => {
  it.each(SECRET)('is known: %s', name => {
    expect(isSecretName(name)).toBe(true)
  })

  it.each(HARMLESS)('is told from a harmless one: %s', name => {
    expect(isSecretName(name)).toBe(false)
  })

  it('is the same in each way of writing it', () => {
    const words = fc.constantFrom(
      ['client', 'secret'],
      ['access', 'token'],
      ['api', 'key'],
      ['max', 'tokens'],
      ['token', 'type'],
    )
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
    fc.assert(
      fc.property(words, fc.constantFrom('_', '-', ' ', '__', ' - '), (parts, separator) => {
        const [first = '', second = ''] = parts
        const forms = [
          `${first}${separator}${second}`,
          `${first}${capital(second)}`,
          `${capital(first)}${separator}${capital(second)}`,
        ]
        const upper = [...forms, forms[0]!.toUpperCase()]
        return new Set(upper.map(isSecretName)).size === 1
      }),
    )
  })

  it('is never overlooked by the quick look at a text', () => {
    const part = fc.constantFrom(
      ...SECRET.flatMap(name => name.split(/(?=[A-Z_.-])/)),
      'x',
      '_',
      '-',
      ' ',
      '2',
      '.',
      'Max',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), parts => {
        const name = parts.join('')
        return !isSecretName(name) || mayNameSecret(JSON.stringify({ [name]: 1 }))
      }),
      { numRuns: 2_000 },
    )
  })
})
