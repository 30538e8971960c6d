// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of the files look like placeholders.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { temporaryDirectory } from '@sluice/testkit'
import { ownerClient } from '../http-client.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import type { SluiceTarget } from '../target.ts'
import { buildCommandLine, openProject, type SluiceCommand } from './sluice-command.ts'
import { webhookDefinition } from './webhook-definition.ts'

/** Values that nobody may see. Each has a word of its own, so that a failure says where it comes from. */
const CANARIES = {
  SLUICE_SECRET_HEADER: 'Bearer canary-header-5b1d',
  SLUICE_SECRET_PATH: 'canary-path-9e2c',
  SLUICE_SECRET_QUERY: 'canary-query-77aa',
  SLUICE_SECRET_MAIL: 'canary-mail-31c4',
  SLUICE_SECRET_SIGNING: `whsec_${Buffer.from('canary-signing-of-a-webhook-4f').toString('base64')}`,
  SLUICE_SECRET_REFUSED: 'http://169.254.169.254/canary-refused-d00d',
  SLUICE_SECRET_NO_URL: 'canary-no-url-c0de',
}

/** Whoever may read a webhook is shown its address: it is the result of these. */
const SHOWS_ADDRESS = /^(?:webhooks (?:list|get)|trigger|api GET \/webhooks) /
const PARTS_OF_ADDRESS: readonly string[] = [CANARIES.SLUICE_SECRET_PATH, CANARIES.SLUICE_SECRET_QUERY]

const FILES = {
  'webhooks/with-secrets.json': webhookDefinition('with-secrets', {
    url: 'https://hooks.example.com/${secret:PATH}?token=${secret:QUERY}',
    headers: { authorization: '${secret:HEADER}' },
    secret: '${secret:SIGNING}',
  }),
  'service.json': {
    plugins: { 'api-keys': 'enabled', webhooks: 'enabled' },
    mailServer: {
      host: 'mail.example.com',
      port: 587,
      secure: false,
      user: 'u',
      password: '${secret:MAIL}',
      from: 'a@example.com',
    },
  },
}

/** Each command line that prints or writes something of a server, of a file or of a credential. */
const COMMANDS = [
  'validate',
  'diff',
  'diff --exit-code --out plan.json',
  'apply --yes --secrets-out made.env',
  'apply --yes',
  'pull',
  'pull --secret-urls',
  'fmt',
  'whoami',
  'status',
  'types',
  'webhooks list',
  'webhooks get with-secrets',
  'webhooks logs with-secrets',
  'webhooks disable with-secrets',
  'trigger with-secrets',
  'keys list --all',
  'keys policy',
  'keys leaked -',
  'apps list',
  'permissions list',
  'explain GET /webhooks',
  'api GET /webhooks',
  'api GET /webhooks/mail-server',
  'api GET /whoami --include',
  'api POST /nowhere --data -',
  'query nowhere -',
  "condition path('/x')",
  'open webhook with-secrets',
  'complete -- sluice webhooks get ',
  'errors FORBIDDEN',
  'nonsense',
]

describe('a secret', () => {
  let program: string
  let target: SluiceTarget
  let project: SluiceCommand
  let hidden: string[]

  /** Every text that the program leaves behind, and the name of what held it. */
  const texts = new Map<string, string>()
  const owner = () => ownerClient({ url: target.urls[0], ownerPassword: target.ownerPassword })

  async function run(
    line: string,
    environment: Readonly<Record<string, string>> = {},
    of = project,
  ): Promise<number | null> {
    const words = line.split(' ')
    const ended = await of.run(words, { environment: { ...CANARIES, ...environment }, input: hidden.join('\n') })
    texts.set(`${line} on standard output`, ended.stdout)
    texts.set(`${line} on standard error`, ended.stderr)
    return ended.code
  }

  /** Files of secrets are made on demand, and hold nothing else. */
  function keepFiles(folder: string): void {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && !file.endsWith('.env')) texts.set(file, readFileSync(file, 'utf8'))
    }
  }

  const found = () =>
    [...texts].flatMap(([where, text]) =>
      hidden
        .filter(one => text.includes(one) && !(PARTS_OF_ADDRESS.includes(one) && SHOWS_ADDRESS.test(where)))
        .map(one => `${one} in ${where}`),
    )

  beforeAll(async () => {
    program = await buildCommandLine()
    target = await openStandaloneTarget()
    project = await openProject(program, target)
    project.write(FILES)
    hidden = [
      target.ownerPassword,
      ...Object.values(CANARIES),
      // What is left of a value that is only cut, split or encoded.
      'canary-header',
      'canary-refused',
      Buffer.from(`admin:${target.ownerPassword}`).toString('base64'),
    ]
  }, 120_000)
  afterAll(() => target?.stop())

  it(`is in nothing that ${COMMANDS.length} command lines print or write, in words, as JSON and with --debug`, async () => {
    // Its mail server is not there: it is the last step, whose failure may tell nothing either.
    expect(await run('apply --yes --secrets-out first.env')).toBe(7)
    expect(await owner().status('GET', '/webhooks/with-secrets')).toBe(200)
    for (const line of COMMANDS) {
      await run(line)
      await run(`${line.replace(/ -- .*/, '')} --json --debug`)
    }
    keepFiles(project.folder)
    expect(found()).toEqual([])
  }, 240_000)

  it('is in no message about a definition that the server refuses for it', async () => {
    const refused = await openProject(program, target)
    refused.write({
      'webhooks/refused.json': webhookDefinition('refused', { url: '${secret:REFUSED}' }),
      'webhooks/no-url.json': webhookDefinition('no-url', {
        url: '${secret:NO_URL}',
        headers: { 'x-a': 'a\nb${secret:HEADER}' },
      }),
    })
    for (const line of ['validate', 'diff', 'apply --yes', 'validate --json --debug', 'apply --yes --json --debug'])
      expect([line, await run(line, {}, refused)]).toEqual([line, 6])
    keepFiles(refused.folder)
    expect(found()).toEqual([])
  }, 60_000)

  it('of a caller is in no message about an address or a credential that can not be used', async () => {
    const key = join(await temporaryDirectory(), 'broken.key')
    writeFileSync(key, `${CANARIES.SLUICE_SECRET_PATH} and a blank`)
    const [, address = ''] = target.urls[0].split('//')
    const broken: readonly Readonly<Record<string, string>>[] = [
      { SLUICE_URL: `http://u:${CANARIES.SLUICE_SECRET_PATH}@${address}` },
      { SLUICE_URL: `http://u:${CANARIES.SLUICE_SECRET_PATH}@127.0.0.1:1` },
      { SLUICE_URL: `ftp://u:${CANARIES.SLUICE_SECRET_PATH}@127.0.0.1` },
      { SLUICE_KEY_FILE: key },
      { SLUICE_KEY: `${CANARIES.SLUICE_SECRET_PATH}` },
      { SLUICE_KEY: `${CANARIES.SLUICE_SECRET_PATH}\nb` },
    ]
    for (const environment of broken)
      for (const line of ['whoami', 'status --json --debug', 'diff', 'listen --condition true'])
        expect([environment, line, await run(line, environment)]).not.toEqual([environment, line, 0])
    for (const environment of broken) for (const line of ['open', 'logout']) await run(line, environment)
    expect(found()).toEqual([])
  }, 120_000)
})
