import { beforeAll, expect, it } from '@jest/globals'
import { describeOnEachStore } from '../src/testing/on-each-store.ts'

const user = { id: 'eve', roles: ['staff'] }
const hiding = { secret: 0, 'card.number': 0 } as const

describeOnEachStore('an index of a manager who does not see all', {}, data => {
  const managing = (projectResponse: object) => ({
    user,
    permission: { rules: { allowManagementRequests: true, projectResponse } },
  })
  const make = (body: object, projectResponse: object = hiding) =>
    data().request('PUT', '/orders/_indexes/i', { body, ...managing(projectResponse) })

  beforeAll(() => data().request('PUT', '/orders'))

  it.each([
    [{ secret: 1 }, hiding],
    [{ 'secret.inside': 1 }, hiding],
    [{ 'card.number': 1 }, hiding],
    [{ 'card.0.number': 1 }, hiding],
    [{ card: 1 }, hiding],
    [{ shown: 1, secret: -1 }, hiding],
    [{ other: 1 }, { shown: 1 }],
  ])('is refused where a key reaches what is hidden, unique or not: %j', async (keys, projectResponse) => {
    for (const unique of [true, false]) {
      const answer = await make({ keys, ops: { unique } }, projectResponse)
      expect(answer).toMatchObject({ status: 403, json: { code: 'FIELD_HIDDEN' } })
    }
    expect((await data().request('GET', '/orders/_indexes')).text).not.toContain('"i"')
  })

  it('is refused where the documents that it holds are chosen by what is hidden', async () => {
    const partialFilterExpression = { secret: { $gt: 5 } }
    expect(await make({ keys: { shown: 1 }, ops: { unique: true, partialFilterExpression } })).toMatchObject({
      status: 403,
      json: { code: 'FIELD_HIDDEN' },
    })
  })

  it('is made over what he sees', async () => {
    expect((await make({ keys: { shown: 1 }, ops: { unique: true } })).status).toBe(201)
  })

  it('tells who writes against one over a hidden field neither its field nor its value', async () => {
    await data().request('PUT', '/orders/_indexes/by-secret', { body: { keys: { secret: 1 }, ops: { unique: true } } })
    const permission = { rules: { projectResponse: hiding } }
    const write = (method: string, target: string, body: unknown) =>
      data().request(method, target, { user, permission, body })
    await data().request('POST', '/orders', { body: { _id: 'a', shown: 1, secret: 'found' } })
    await data().request('POST', '/orders', { body: { _id: 'b', shown: 2, secret: 'other' } })
    for (const answer of [
      await write('POST', '/orders', { _id: 'c', shown: 3, secret: 'found' }),
      await write('POST', '/orders', [{ _id: 'c', shown: 3, secret: 'found' }]),
      await write('PATCH', '/orders/b', { secret: 'found' }),
      await write('PUT', '/orders/b', { shown: 2, secret: 'found' }),
    ]) {
      expect([409, 207]).toContain(answer.status)
      expect(answer.text).not.toMatch(/secret|found/)
    }
  })
})
