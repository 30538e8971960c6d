// `--import <this>?step=after-send&after=12`: the process dies, as if the power failed, at the twelfth such step.
import { subscribe } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { z } from 'zod'

const doom = z
  .object({ step: z.string(), after: z.coerce.number().int().min(1) })
  .parse(Object.fromEntries(new URL(import.meta.url).searchParams))
const message = z.object({ step: z.string(), id: z.string() })
const STANDARD_ERROR = 2
let left = doom.after

subscribe('sluice:webhook-dispatcher:step', told => {
  const { step, id } = message.parse(told)
  if (step !== doom.step) return
  left -= 1
  if (left > 0) return
  writeSync(STANDARD_ERROR, `${JSON.stringify({ rig: 'killed', step, id })}\n`)
  process.kill(process.pid, 'SIGKILL')
})
