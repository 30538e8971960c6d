import { readdirSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { openHashThreads } from './hash-threads.ts'

const onLinux = process.platform === 'linux' ? it : it.skip

/** The niceness of each thread of this process: the 19th field of its line, whose second may hold spaces. */
const niceness = (): number[] =>
  readdirSync('/proc/self/task').map(id => {
    const line = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])
  })

const isLow = (nice: number) => nice === constants.priority.PRIORITY_BELOW_NORMAL

describe('threads for hashes', () => {
  onLinux('have low priority, and no other thread has it for them', async () => {
    const before = niceness()
    const threads = openHashThreads()
    await threads.hash('correct horse')
    const more = niceness().filter(isLow).length - before.filter(isLow).length
    expect(more).toBe(1)
    await threads.close()
  })

  it('verify nothing by a text that is no hash', async () => {
    const threads = openHashThreads()
    const recipe = { kind: 'bcrypt', name: 'bcrypt 10' } as const
    expect(await threads.verify(recipe, 'no hash', 'correct horse')).toBe(false)
    await threads.close()
  })
})
