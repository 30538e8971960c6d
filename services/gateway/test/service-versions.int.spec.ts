import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PROCESSES_COLLECTION } from '@sluice/contracts'
import { CALLER_HEADER, REQUEST_HEADER, WHOLE_GRANT_HEADER } from '@sluice/service-kit'
import { eventually, openTestPlatform, type TestPlatform } from '@sluice/testkit'
import { type PartsReaders, watchPartsReaders } from '../src/exchange/forward/parts-readers.ts'
import { basic } from '../src/testing/http-client.ts'
import { type RunningGateway, startGateway } from '../src/testing/start-gateway.ts'

const owner = basic('admin', "admin's password")
const FORMS = { whole: [WHOLE_GRANT_HEADER], parts: [CALLER_HEADER, REQUEST_HEADER] }

describe('a gateway beside services of the version before', () => {
  let platform: TestPlatform
  let readers: PartsReaders
  let gateway: RunningGateway
  let forms: string[] = []
  const service: RequestListener = ({ headers }, response) => {
    forms = Object.keys(FORMS).filter(form => FORMS[form as keyof typeof FORMS].every(name => name in headers))
    response.writeHead(204).end()
  }
  beforeAll(async () => {
    platform = await openTestPlatform()
    readers = watchPartsReaders({ ...platform, lookMs: 10 })
    await readers.start()
    gateway = await startGateway({ platform, settings: { readsParts: readers.has }, handlers: { data: service } })
  })
  afterAll(async () => {
    await gateway.stop()
    await readers.stop(0)
  })

  const processes = () => platform.store.collection({ db: platform.db, collection: PROCESSES_COLLECTION })
  /** A process tells of itself, as old ones do where no version is given. */
  const tell = (_id: string, told: { service: string; grantVersion?: number; endsInMs?: number }) => {
    const { endsInMs = 60_000, ...record } = told
    return processes().replaceOne(
      { _id },
      { _id, ...record, endsAt: new Date(Date.now() + endsInMs) },
      { upsert: true },
    )
  }
  const formOfNext = async () => {
    expect((await gateway.call('GET /flights', { headers: owner })).status).toBe(204)
    return forms
  }

  it('sends whole grants to a service that no process has told of', async () => {
    expect(await formOfNext()).toEqual(['whole'])
  })

  it('sends two parts once all of its processes read them, and only to that service', async () => {
    await tell('new', { service: 'data', grantVersion: 2 })
    await tell('other', { service: 'keys' })
    await eventually(() => readers.has('data'))
    expect(await formOfNext()).toEqual(['parts'])
    expect(readers.has('keys')).toBe(false)
  })

  it('goes back to whole grants for as long as one of its processes is of the version before', async () => {
    await tell('old', { service: 'data' })
    await eventually(() => !readers.has('data'))
    expect(await formOfNext()).toEqual(['whole'])
    await tell('old', { service: 'data', endsInMs: -1 })
    await eventually(() => readers.has('data'))
    expect(await formOfNext()).toEqual(['parts'])
  })

  it('takes nobody for a reader where more processes tell of themselves than it looks at', async () => {
    const crowd = Array.from({ length: 500 }, (_, at) => `crowd ${at}`)
    const endsAt = new Date(Date.now() + 60_000)
    await processes().insertMany(crowd.map(_id => ({ _id, service: 'data', grantVersion: 2, endsAt })))
    await eventually(() => !readers.has('data'))
    expect(await formOfNext()).toEqual(['whole'])
    await processes().deleteMany({ _id: { $in: crowd } })
    await eventually(() => readers.has('data'))
  })

  it('takes a record that it cannot read for none of a process', async () => {
    await processes().insertOne({ _id: 'of no version', service: 7, endsAt: new Date(Date.now() + 60_000) })
    await tell('newer', { service: 'keys', grantVersion: 3 })
    await processes().deleteOne({ _id: 'other' })
    await eventually(() => readers.has('keys'))
    expect(readers.has('data')).toBe(true)
  })
})
