import { createLogger } from '@sluice/service-kit'
import { v7 } from 'uuid'
import { openSpool } from '../spool/spool.ts'
import { eventFrame, startedFrameOf } from './spool-frames.ts'

// A process to be killed: spools events until then, and says on standard output which of them are safe.

const [, , directory = ''] = process.argv
const logger = createLogger({ service: 'child', level: 'silent' })
const spool = openSpool({ directory, maxBytes: 64 << 20, whenFull: 'reject', fsyncMs: 20 }, logger)

function exchange(): void {
  const id = v7()
  spool.start(startedFrameOf(id), () => {
    process.stdout.write(`started ${id}\n`)
    setTimeout(() => spool.finish([eventFrame(id)], () => process.stdout.write(`safe ${id}\n`)), 20)
  })
}

setInterval(() => {
  for (let count = 0; count < 5; count += 1) exchange()
}, 1)
