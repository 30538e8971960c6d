import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startLocalMongo } from '../../../testkit/src/backends/mongodb.ts'
import { describeStore } from '../conformance/index.ts'
import { killWriter } from '../conformance/kill-writer.ts'
import { openMongoStore } from './index.ts'

const backend = await startLocalMongo(await mkdtemp(join(tmpdir(), 'sluice-mongo-')))
let n = 0
const fresh = () => {
  n += 1
  return `t${process.pid}-${n}-`
}
const writer = fileURLToPath(new URL('./writing-process.ts', import.meta.url))

describeStore('MongoDB', {
  open: () => openMongoStore({ uri: backend.address, prefix: fresh() }),
  killWhileWriting: async after => {
    const prefix = fresh()
    const acknowledged = await killWriter(writer, [backend.address, prefix], after)
    return { acknowledged, store: await openMongoStore({ uri: backend.address, prefix }) }
  },
})
