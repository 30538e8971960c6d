import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually, temporaryDirectory } from '@sluice/testkit'
import { type HttpClient, httpClient, ownerClient } from '../http-client.ts'
import { type DeliveryReceiver, startReceiver } from '../receiver.ts'
import { type SluiceProcess, startSluice } from '../standalone/sluice-process.ts'
import { LOOPBACK } from '../target.ts'
import { type Example, type HttpExample, readExamples } from './http-examples.ts'
import { createNamedValues } from './match-shown.ts'

const FOLDER = new URL('../../../docs/reference/', import.meta.url)
const pages = readdirSync(FOLDER).map(file => ({
  file,
  examples: readExamples(file, readFileSync(new URL(file, FOLDER), 'utf8')),
}))
const pagesWithExamples = pages.filter(({ examples }) => examples.length > 0)

/** A busy machine turns requests away before it has done anything; it says to try again. */
const OVERLOADED = 503

/** Every user of the pages has this password. */
const passwordOf = (user: string): string => `a password of ${user}`

describe('the examples of the reference, on a standalone with the demo', () => {
  let sluice: SluiceProcess
  let receiver: DeliveryReceiver
  const values = createNamedValues()

  beforeAll(async () => {
    receiver = await startReceiver(LOOPBACK)
    sluice = await startSluice({
      DATA_DIR: await temporaryDirectory(),
      SLUICE_ADMIN_PASSWORD: passwordOf('admin'),
      WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    })
    const owner = ownerClient({ url: sluice.url, ownerPassword: passwordOf('admin') })
    await owner.json('PATCH', '/users/amelia', { password: passwordOf('amelia') })
    values.set('receiver', receiver.url)
  }, 240_000)
  afterAll(async () => {
    receiver.close()
    await sluice.interrupt()
  })

  const clientOf = (caller: string, headers: HttpExample['headers']): HttpClient => {
    if (caller === 'nobody') return httpClient(sluice.url, undefined, headers)
    if (caller.startsWith('<')) return httpClient(sluice.url, `Bearer ${values.fill(caller)}`, headers)
    return httpClient(sluice.url, `Basic ${btoa(`${caller}:${passwordOf(caller)}`)}`, headers)
  }

  async function ask({ method, target, body, ...example }: HttpExample): Promise<string[]> {
    const headers = Object.entries(example.headers).map(([name, value]) => [name, values.fill(value)])
    const client = clientOf(example.caller, Object.fromEntries(headers))
    const sent: unknown = body === '' ? undefined : JSON.parse(values.fill(body))
    const asked = () => client.answer(method, encodeURI(values.fill(target)), sent)
    const answer = await eventually(() => asked().then(got => got.status !== OVERLOADED && got))
    if (answer.status !== example.status) return [`status ${answer.status}: ${JSON.stringify(answer.json)}`]
    const names = Object.keys(example.answerHeaders)
    const answered = Object.fromEntries(names.map(name => [name, answer.headers.get(name) ?? undefined]))
    const shown: unknown = example.answer === '' ? undefined : JSON.parse(example.answer)
    return [
      ...values.differences(example.answerHeaders, answered, 'headers'),
      ...(shown === undefined ? [] : values.differences(shown, answer.json, 'body')),
    ]
  }

  function lookFor({ method, target, headers, body }: Extract<Example, { kind: 'delivery' }>): string[] {
    const shown = { method, path: target, headers, ...(body !== '' && { body: JSON.parse(body) }) }
    const tried = receiver.deliveries.map(got =>
      values.differences(shown, { ...got, body: parsed(got.body) }, 'delivery'),
    )
    return tried.find(faults => faults.length === 0) ?? tried.flat()
  }

  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }

  const isWithoutFault = async (example: Example): Promise<boolean> => {
    if (example.kind === 'http') return (await ask(example)).length === 0
    return receiver.deliveries.length > 0 && lookFor(example).length === 0
  }

  it.each(pagesWithExamples)('$file', async ({ examples }) => {
    const faults: string[] = []
    for (const example of examples) {
      const isAwaited = example.kind === 'delivery' || example.isAwaited
      if (isAwaited) await eventually(() => isWithoutFault(example)).catch(() => undefined)
      const found = example.kind === 'http' ? await ask(example) : lookFor(example)
      faults.push(...found.map(fault => `${example.place}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  it('are as many as the pages show, so that none is left out by its form', () => {
    const texts = pages.map(({ file }) => readFileSync(new URL(file, FOLDER), 'utf8')).join('\n')
    const shown = texts.match(/^```(http|delivery)$/gm) ?? []
    expect(pages.flatMap(({ examples }) => examples)).toHaveLength(shown.length)
    expect(pages.flatMap(({ examples }) => examples).filter(({ method }) => method === '')).toEqual([])
  })
})
