// Loaded into every dispatcher before its own code: on SIGUSR2 it stops counting deliveries, on the next one it goes on.
// Plain JavaScript, as `services/start.js` is.
import { registerHooks } from 'node:module'

const COUNTING = new URL('../../../services/webhook-dispatcher/src/counts/counting.ts', import.meta.url).href
const WHOLE = `${COUNTING}?whole`

const switched = `
import { createCounting as createWhole } from ${JSON.stringify(WHOLE)}
export function createCounting(options) {
  const counting = createWhole(options)
  let isOn = true
  process.on('SIGUSR2', () => { isOn = !isOn })
  return {
    ...counting,
    event(at) { if (isOn) counting.event(at) },
    ended(delivery) { if (isOn) counting.ended(delivery) },
  }
}
`

registerHooks({
  load: (url, context, nextLoad) =>
    url === COUNTING ? { format: 'module', source: switched, shortCircuit: true } : nextLoad(url, context),
})
