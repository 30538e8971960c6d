// Loaded into every dispatcher before its own code: it counts each delivery not once but `COUNTED_TIMES`, by as many
// countings beside each other, each with its own timer and writes. On SIGUSR2 all of them stop, on the next one they go on.
// Plain JavaScript, as `services/start.js` is.
import { registerHooks } from 'node:module'

const COUNTING = new URL('../../../services/webhook-dispatcher/src/counts/counting.ts', import.meta.url).href
const TIMES = Number(process.env.COUNTED_TIMES)

const repeated = `
import { createCounting as createOne } from ${JSON.stringify(`${COUNTING}?one`)}
export function createCounting(options) {
  const countings = Array.from({ length: ${TIMES} }, () => createOne(options))
  let isOn = true
  process.on('SIGUSR2', () => { isOn = !isOn })
  return {
    event(at) { if (isOn) for (const one of countings) one.event(at) },
    ended(delivery) { if (isOn) for (const one of countings) one.ended(delivery) },
    round: () => Promise.all(countings.map(one => one.round())),
    start() { for (const one of countings) one.start() },
    stop: () => Promise.all(countings.map(one => one.stop())),
  }
}
`

registerHooks({
  load: (url, context, nextLoad) =>
    url === COUNTING ? { format: 'module', source: repeated, shortCircuit: true } : nextLoad(url, context),
})
