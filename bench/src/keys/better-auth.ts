import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installPeer } from '../install-peer.ts'

/** The last version whose API-key plugin comes with it. */
const PACKAGE = 'better-auth@1.4.19'
const VERIFICATIONS = 5_000

const run = promisify(execFile)

/** One key in its own memory, without its rate limit: the least that it can cost. Says µs of CPU for a verification. */
const SCRIPT = `
import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { apiKey } from 'better-auth/plugins'
const auth = betterAuth({
  secret: randomBytes(32).toString('base64'),
  baseURL: 'http://127.0.0.1',
  database: memoryAdapter({ user: [], session: [], account: [], verification: [], apikey: [] }),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  plugins: [apiKey({ rateLimit: { enabled: false } })],
})
const who = { email: 'ann@example.org', password: randomBytes(12).toString('hex'), name: 'Ann' }
const { user } = await auth.api.signUpEmail({ body: who })
const { key } = await auth.api.createApiKey({ body: { userId: user.id } })
async function verify() {
  const before = process.cpuUsage()
  for (let count = 0; count < ${VERIFICATIONS}; count += 1) {
    if (!(await auth.api.verifyApiKey({ body: { key } })).valid) throw new RangeError('The key is not valid.')
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / ${VERIFICATIONS}
}
await verify()
console.log(await verify())
`

/** CPU in µs that Better Auth takes to verify a key, in process; undefined where npm can't bring it. */
export async function measureBetterAuth(cores: string): Promise<number | undefined> {
  const home = await installPeer(PACKAGE)
  if (!home) return undefined
  const program = ['-c', cores, process.execPath, '--input-type=module', '-e', SCRIPT]
  const { stdout } = await run('taskset', program, { cwd: home })
  return Number(stdout.trim().split('\n').at(-1))
}
