import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { changeTopic } from '@sluice/contracts'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { BACKEND_KINDS, isAbsent } from '@sluice/testkit/backends'
import { inStore } from '@sluice/testkit/leftovers-in-backends'
import { provideMongoTools } from '@sluice/testkit/mongo-tools'
import { type HttpClient, keyClient, ownerClient, userClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import { describeMainJob } from '../scenarios/main-job.ts'
import { AMELIA, makeSmallWorld } from '../scenarios/small-world.ts'
import { type LogEntryAnswer, readLog } from '../scenarios/webhook-log.ts'
import { LOOPBACK, type SluiceTarget } from '../target.ts'
import { type LosableSluice, openSluice } from './open-sluice.ts'
import { runScript, runTool } from './run-script.ts'

const { path, areReal } = await provideMongoTools()
if (!areReal)
  process.stderr.write("Backup and restore: with a stand-in of MongoDB's tools, which are not on the PATH.\n")
const describeWhereBackendsAre = BACKEND_KINDS.some(isAbsent) ? describe.skip : describe
const itWithStandIns = areReal ? it.skip : it

type BackupKey = { _id: string; key: string }

const CONFIGURED = ['/airports', '/routes?pagesize=1000', '/acl', '/gql-apps', '/users']
const QUERY = { query: '{ airports(state: "CA") { iata } }' }
/** Numbers of routes that the main job does not use. */
const BEFORE = 1_001
const UNREAD = 1_002
const AFTER = 1_003
/** More than any sequence of a change log that was never restored. */
const BEYOND = 1_000_000_000

describeWhereBackendsAre('a Sluice whose store is lost, and restored from a backup', () => {
  let sluice: LosableSluice
  let receiver: DeliveryReceiver
  let folder = ''
  let backup = ''
  let webhookId = ''
  let entriesBefore: LogEntryAnswer[] = []
  let configuredBefore: unknown[] = []
  const keys = { kept: '', revoked: '', late: '' }
  let session = ''

  const url = () => sluice.target().urls[0]
  const owner = (): HttpClient => ownerClient({ url: url(), ownerPassword: sluice.target().ownerPassword })
  const amelia = (): HttpClient => userClient(url(), AMELIA)
  const statusOf = (token: string) => keyClient(url(), token).status('GET', '/whoami')
  const configured = () => Promise.all(CONFIGURED.map(at => owner().json('GET', at)))
  const issue = (name: string) =>
    amelia().json<BackupKey>('POST', '/keys', { name, roles: ['flight-reader', 'route-writer'], expiresIn: 7 })
  const addRoute = (number: number) =>
    keyClient(url(), keys.kept).json('POST', '/routes', { origin: 'SFO', destination: 'LIT', number })
  const isTold = (number: number) => receiver.deliveries.some(({ body }) => body === `{"number": ${number}}`)
  const namespaces = async () => {
    const { mongodbUri } = sluice.surroundings()
    return (await Array.fromAsync(inStore(mongodbUri))).map(({ where }) => where)
  }
  /** Stand-ins have none that could be replayed. */
  const hasOplog = () => areReal && sluice.isMongoDb()
  const makeBackup = (...args: string[]) =>
    runScript('backup', ['--to', folder, ...(hasOplog() ? [] : ['--without-oplog']), ...args], sluice.surroundings())
  const restore = (from: string, ...args: string[]) =>
    runScript('restore', ['--from', from, ...args], sluice.surroundings())

  beforeAll(async () => {
    folder = await temporaryDirectory()
    receiver = await startReceiver(LOOPBACK)
    sluice = await openSluice(path)
    await makeSmallWorld(sluice.target())
  }, 300_000)
  afterAll(async () => {
    await sluice?.stop()
    receiver?.close()
  }, 120_000)

  describe('before the loss', () => {
    describeMainJob(() => sluice.target() as SluiceTarget)
  })

  describe('a backup', () => {
    beforeAll(async () => {
      const condition = "path('/routes') and method('POST') and response-code('201')"
      const transform = { enabled: true, template: '{"number": {{request.body.number}}}' }
      const webhook = { name: 'Kept', condition, transform, url: `${receiver.url}/kept` }
      webhookId = (await owner().json<{ _id: string }>('POST', '/webhooks', webhook))._id
      const kept = await issue('kept')
      const revoked = await issue('revoked')
      await amelia().text('DELETE', `/keys/${revoked._id}`)
      Object.assign(keys, { kept: kept.key, revoked: revoked.key })
      session = (await amelia().json<{ access_token: string }>('POST', '/token')).access_token
      await addRoute(BEFORE)
      await eventually(() => isTold(BEFORE), { what: 'the webhook tells of the first route' })
      entriesBefore = await eventually(async () => {
        const entries = await readLog(owner(), webhookId, 'success')
        return entries.length > 0 && entries
      })
      configuredBefore = await configured()
    }, 120_000)

    it('is made while Sluice works, and its folder is what the script answers', async () => {
      const ended = await makeBackup()
      expect(ended).toMatchObject({ code: 0 })
      backup = ended.answer
      expect(await readdir(folder)).toEqual([basename(backup)])
      expect((await readdir(backup)).sort()).toEqual(['SHA256SUMS', 'dump.archive.gz', 'manifest'])
      const manifest = await readFile(join(backup, 'manifest'), 'utf8')
      for (const name of ['users', 'apiKeys', 'acl', 'gql-apps', 'webhooks', 'airports', '_changeCounters']) {
        expect(manifest).toContain(` ${sluice.database}.${name}\n`)
      }
      expect(ended.printed.includes('WARNING: without the oplog')).toBe(!hasOplog())
    }, 120_000)

    it('can be read by its owner alone', async () => {
      for (const name of ['', ...(await readdir(backup))]) {
        expect((await stat(join(backup, name))).mode & 0o077).toBe(0)
      }
    })

    it('of one database alone is refused until the operator gives up the oplog, and then has that one alone', async () => {
      const one = ['--to', await temporaryDirectory(), '--database', sluice.database]
      expect(await runScript('backup', one, sluice.surroundings())).toMatchObject({ code: 2 })
      const ended = await runScript('backup', [...one, '--without-oplog'], sluice.surroundings())
      expect(ended).toMatchObject({ code: 0 })
      const lines = (await readFile(join(ended.answer, 'manifest'), 'utf8')).split('\n')
      const names = lines.filter(line => line.startsWith('collection ')).map(line => line.split(' ')[2])
      expect(names.every(name => name?.startsWith(`${sluice.database}.`))).toBe(true)
    }, 120_000)

    itWithStandIns(
      'of a server without an oplog is refused, with the way out',
      async () => {
        const ended = await runScript('backup', ['--to', folder], sluice.surroundings())
        expect(ended).toMatchObject({ code: 1, printed: expect.stringContaining('--without-oplog') })
        expect(await readdir(folder)).toEqual([basename(backup)])
      },
      60_000,
    )

    it('pushes out the oldest ones, and nothing else, where --keep says how many there may be', async () => {
      const others = ['sluice-20200101T000000Z', 'sluice-20210101T000000Z', 'notes']
      for (const name of others) await mkdir(join(folder, name))
      const ended = await makeBackup('--keep', '2')
      expect(ended).toMatchObject({ code: 0 })
      expect((await readdir(folder)).sort()).toEqual(['notes', basename(backup), basename(ended.answer)])
    }, 120_000)

    it('leaves nothing behind and shows no password where the server does not answer', async () => {
      const empty = await temporaryDirectory()
      const password = 'a-password-of-the-store'
      const mongodbUri = `mongodb://sluice:${password}@127.0.0.1:1/admin?serverSelectionTimeoutMS=500`
      const ended = await runScript('backup', ['--to', empty, '--verbose'], { path, mongodbUri })
      expect(ended).toMatchObject({ code: 1 })
      expect(ended.printed).toContain('there is no backup')
      expect(ended.printed).not.toContain(password)
      expect(await readdir(empty)).toEqual([])
    }, 60_000)
  })

  describe('a restore that must not be', () => {
    it('is refused while nobody says that the services are stopped', async () => {
      expect(await restore(backup)).toMatchObject({ code: 2, printed: expect.stringContaining('--services-stopped') })
    })

    it('is refused into a database that is not empty, which stays as it is', async () => {
      const ended = await restore(backup, '--services-stopped')
      expect(ended).toMatchObject({ code: 4 })
      expect(ended.printed).toMatch(/is not empty: \d+ collections, among them \S+/)
      expect(ended.printed).toContain('Nothing was written')
      expect(await configured()).toEqual(configuredBefore)
      expect(await statusOf(session)).toBe(200)
    }, 60_000)
  })

  describe('when the store is lost with what came after the backup', () => {
    beforeAll(async () => {
      keys.late = (await issue('late')).key
      await owner().json('PUT', '/later')
      for (const name of ['Kept 2', 'Kept 3', 'Kept']) await owner().json('PATCH', `/webhooks/${webhookId}`, { name })
      await sluice.stopDispatchers()
      await addRoute(UNREAD)
      await sluice.stopServices()
      await sluice.loseStore()
    }, 120_000)

    it('its last event lies unread in Kafka', () => {
      expect(isTold(UNREAD)).toBe(false)
    })

    it('there is nothing to back up', async () => {
      const ended = await makeBackup()
      expect(ended).toMatchObject({ code: 1, answer: '' })
    }, 60_000)

    it.each<[string, (copy: string) => Promise<void>]>([
      ['of which a byte has changed', changeByte],
      ['that was cut short, with a checksum of what is left', cutShort],
      ['that lacks its manifest', copy => rm(join(copy, 'manifest'))],
    ])(
      'a backup %s is refused before anything is written',
      async (_, damage) => {
        const copy = join(await temporaryDirectory(), 'damaged')
        await cp(backup, copy, { recursive: true })
        await damage(copy)
        const ended = await restore(copy, '--services-stopped')
        expect(ended).toMatchObject({ code: 3, printed: expect.stringContaining('Nothing was written') })
        expect(await namespaces()).toEqual([])
      },
      60_000,
    )

    it('the backup is restored, and the operator is told of what works again', async () => {
      const ended = await restore(backup, '--services-stopped')
      expect(ended).toMatchObject({ code: 0 })
      expect(ended.printed).toContain('works again')
      expect(await namespaces()).toContain(`${sluice.database}.users`)
      expect(await namespaces()).not.toContain(`${sluice.database}.later`)
    }, 120_000)

    it('every topic of the change log is beyond where it can have been, in a new epoch', async () => {
      const of = [`--db=${sluice.database}`, '--collection=_changeCounters']
      const { answer } = await runTool('mongoexport', of, sluice.surroundings())
      const counters = answer.split('\n').map(line => JSON.parse(line) as { _id: string; sequence: number })
      const sequences = new Map(counters.map(({ _id, sequence }) => [_id, sequence]))
      for (const topic of changeTopic.options) expect(sequences.get(topic)).toBeGreaterThanOrEqual(BEYOND)
      expect(sequences.get('epoch')).toBeGreaterThan(0)
    })
  })

  describe('on what was restored', () => {
    beforeAll(() => sluice.startServices(), 120_000)

    it('documents, permissions, apps and users are those of the backup', async () => {
      expect(await configured()).toEqual(configuredBefore)
    })

    it('a key of the backup works', async () => {
      expect(await keyClient(url(), keys.kept).json('POST', '/graphql/flights', QUERY)).toMatchObject({
        data: { airports: [{ iata: 'LAX' }, { iata: 'SFO' }] },
      })
    })

    it('a key that was revoked before the backup stays revoked', async () => {
      expect(await statusOf(keys.revoked)).toBe(401)
    })

    it('a key that was issued after the backup is unknown', async () => {
      expect(await statusOf(keys.late)).toBe(401)
    })

    it('nobody is signed in any more, and everybody can sign in', async () => {
      expect(await statusOf(session)).toBe(401)
      expect(await amelia().status('POST', '/token')).toBe(200)
    })

    it('the event that lay unread in Kafka, stamped by changes that are lost, is delivered', async () => {
      await eventually(() => isTold(UNREAD), { what: 'the webhook tells of the route of before the loss' })
    }, 60_000)

    it('a webhook of the backup tells of a new route, and its log goes on', async () => {
      await addRoute(AFTER)
      await eventually(() => isTold(AFTER), { what: 'the webhook tells of the route of after the loss' })
      await eventually(async () => {
        const ids = (await readLog(owner(), webhookId, 'success')).map(({ _id }) => _id)
        expect(ids).toEqual(expect.arrayContaining(entriesBefore.map(({ _id }) => _id)))
        expect(ids.length).toBeGreaterThanOrEqual(entriesBefore.length + 2)
      })
    }, 60_000)

    describeMainJob(() => sluice.target() as SluiceTarget)
  })

  describe('a restore over what is there, without keys', () => {
    beforeAll(async () => {
      await owner().json('PUT', '/later')
      await sluice.stopServices()
    }, 120_000)

    it('leaves nothing that the backup does not have', async () => {
      expect(await restore(backup, '--services-stopped', '--replace', '--without-keys')).toMatchObject({ code: 0 })
      expect(await namespaces()).not.toContain(`${sluice.database}.later`)
      await sluice.startServices()
      expect(await configured()).toEqual(configuredBefore)
    }, 240_000)

    it('lets no key in, and lets new ones be issued', async () => {
      expect(await statusOf(keys.kept)).toBe(401)
      expect(await statusOf((await issue('new')).key)).toBe(200)
    })
  })
})

async function changeByte(copy: string): Promise<void> {
  const file = join(copy, 'dump.archive.gz')
  const bytes = await readFile(file)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(file, bytes)
}

async function cutShort(copy: string): Promise<void> {
  const archive = join(copy, 'dump.archive.gz')
  await truncate(archive, Math.floor((await stat(archive)).size / 2))
  const names = ['dump.archive.gz', 'manifest']
  const lines = await Promise.all(
    names.map(async name => {
      const sum = createHash('sha256').update(await readFile(join(copy, name)))
      return `${sum.digest('hex')}  ${name}\n`
    }),
  )
  await writeFile(join(copy, 'SHA256SUMS'), lines.join(''))
}
