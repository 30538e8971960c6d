import { EventEmitter } from 'node:events'
import { describe, expect, it } from '@jest/globals'
import { createByteBudget } from './byte-budget.ts'

const openResponse = () => Object.assign(new EventEmitter(), { closed: false })

describe('a budget of bytes', () => {
  it('has room for so many at once, whoever holds them', () => {
    const budget = createByteBudget(100)
    const one = budget.holdUntilClosed(openResponse())
    const other = budget.holdUntilClosed(openResponse())
    expect([one(60), other(50), other(40), one(1)]).toEqual([true, false, true, false])
    expect(budget.heldBytes()).toBe(100)
  })

  it('gets back all that a response held when it is closed, and nothing else', () => {
    const budget = createByteBudget(100)
    const response = openResponse()
    const one = budget.holdUntilClosed(response)
    const other = budget.holdUntilClosed(openResponse())
    for (const hold of [one, one, other]) hold(20)
    response.emit('close')
    expect(budget.heldBytes()).toBe(20)
    expect(other(80)).toBe(true)
  })

  it('counts nothing for whoever has gone', () => {
    const budget = createByteBudget(100)
    expect(budget.holdUntilClosed(Object.assign(openResponse(), { closed: true }))(500)).toBe(true)
    expect(budget.heldBytes()).toBe(0)
  })
})
