import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { SluiceUsageError } from '../errors.ts'
import { createSluice, unwrapWhole } from '../index.ts'

const KEY = 'slk_the-key-of-this-test'

/** A client whose calls are answered by this. */
function clientAnswered(answer: () => Response) {
  const sent: Request[] = []
  const client = createSluice({
    url: 'http://sluice.test',
    key: KEY,
    timeoutMs: Number.POSITIVE_INFINITY,
    async fetch(input, init) {
      sent.push(new Request(input, init))
      return answer()
    },
  })
  return { client, sent }
}

describe('a route by its path alone', () => {
  it('is asked as every other one, and answers in the same form', async () => {
    const { client, sent } = clientAnswered(() => Response.json({ grown: true }, { headers: { etag: '"1"' } }))
    const asked = client.raw.request<{ grown: boolean }>('PUT', '/of/later?dryRun=true', { body: { a: 1 } })
    const { data, headers } = await unwrapWhole(asked)
    expect([data.grown, headers.get('etag')]).toEqual([true, '"1"'])
    expect([sent[0]?.method, sent[0]?.url]).toEqual(['PUT', 'http://sluice.test/of/later?dryRun=true'])
    expect(await sent[0]?.json()).toEqual({ a: 1 })
  })

  it('takes its body as a text too, of which no digit changes', async () => {
    const { client, sent } = clientAnswered(() => Response.json({}))
    const bodyText = '{"2": 5.0, "1": 9007199254740993}'
    await client.raw.request('PUT', '/routes/1', { bodyText })
    expect(await sent[0]?.text()).toBe(bodyText)
    expect(sent[0]?.headers.get('content-type')).toBe('application/json')
  })

  it('that is refused throws what other calls throw', async () => {
    const problem = { code: 'NOT_FOUND', title: 'Not found', detail: 'No.', requestId: 'r' }
    const { client } = clientAnswered(() => Response.json(problem, { status: 404 }))
    const asked = client.raw.request('GET', '/of/later?secret=1')
    await expect(unwrapWhole(asked)).rejects.toMatchObject({ code: 'NOT_FOUND', operation: 'GET /of/later' })
  })

  it.each(['@elsewhere.test/', '.elsewhere.test/', ':1/', '', 'a'])(
    'never becomes a part of the address: %s',
    async path => {
      const { client, sent } = clientAnswered(() => Response.json({}))
      await expect(client.raw.request('GET', path)).rejects.toBeInstanceOf(SluiceUsageError)
      expect(sent).toEqual([])
    },
  )
})

/** The paths that a description has, without the names of their parameters. */
const pathsOf = (file: string): string[] =>
  Object.keys(JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).paths)

describe('a described route in the dedicated tier', () => {
  const dedicated = new Set(pathsOf('openapi.dedicated.json').map(path => path.replace('/{db}/', '/sluice/')))

  it.each(pathsOf('openapi.json'))('%s leads where the description of that tier has it', async pattern => {
    const sent: string[] = []
    const { raw } = createSluice({
      url: 'http://sluice.test',
      key: KEY,
      database: 'sluice',
      async fetch(input) {
        sent.push(String(input))
        return Response.json({})
      },
    })
    const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([segment, name]) => [name, segment])
    await Reflect.apply(raw.GET, undefined, [pattern, { params: { path: Object.fromEntries(names) } }])
    expect(dedicated).toContain(decodeURIComponent(new URL(sent[0] ?? '').pathname))
  })
})
