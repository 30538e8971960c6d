import { describe, expect, it } from '@jest/globals'
import type { ResolveAll } from './guarded-lookup.ts'
import { shareLookups } from './share-lookups.ts'

const ADDRESS = { address: '192.0.2.1', family: 4 }

function silentServer() {
  const asked: { name: string; answer: () => void; fail: () => void }[] = []
  const resolve: ResolveAll = (name, _, callback) => {
    const fail = () => callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), [])
    asked.push({ name, answer: () => callback(null, [ADDRESS]), fail })
  }
  return { asked, resolve: shareLookups(resolve) }
}
const look = (resolve: ResolveAll, name: string, family = 0) =>
  new Promise(done => resolve(name, { all: true, family }, (error, found) => done(error?.code ?? found)))

describe('look-ups', () => {
  it('of one name at the same time are one, whatever comes of it', async () => {
    const { asked, resolve } = silentServer()
    const good = Array.from({ length: 16 }, () => look(resolve, 'good.example'))
    const bad = Array.from({ length: 16 }, () => look(resolve, 'bad.example'))
    expect(asked.map(({ name }) => name)).toEqual(['good.example', 'bad.example'])
    asked[0]?.answer()
    asked[1]?.fail()
    expect(await Promise.all(good)).toEqual(good.map(() => [ADDRESS]))
    expect(await Promise.all(bad)).toEqual(bad.map(() => 'ENOTFOUND'))
  })

  it('of another kind, or a later one, ask anew', async () => {
    const { asked, resolve } = silentServer()
    const [either, six] = [look(resolve, 'a.example'), look(resolve, 'a.example', 6)]
    for (const { answer } of asked) answer()
    await Promise.all([either, six])
    const later = look(resolve, 'a.example')
    asked[2]?.answer()
    expect(await later).toEqual([ADDRESS])
    expect(asked).toHaveLength(3)
  })
})
