import type { Store } from '@sluice/store'
import { eventually } from '@sluice/testkit'
import { z } from 'zod'
import type { Figure } from '../figure.ts'
import { onBothStores, openTarget, sendEvents } from './backlog.ts'
import { createWebhook, openDispatcher } from './open-dispatcher.ts'

const WAITING = 5_000
const NONE_AT_ONCE = { maxPerMinute: 1 }
const ALL_AT_ONCE = { maxPerMinute: 60_000 }

const shown = z.object({ heldBack: z.array(z.object({ waiting: z.int() })).default([]) })

/** How fast what waits in the store for one target goes out, once it may: what its webhook was held back for is over. */
export const measureDrain = (waiting = WAITING): Promise<Figure[]> =>
  onBothStores((name, store) => measureOn(name, { waiting, store }))

async function measureOn(
  name: string,
  { waiting, store }: { waiting: number; store: Store | undefined },
): Promise<Figure> {
  const target = await openTarget()
  const dispatcher = await openDispatcher({ store, allowCidrs: [`127.0.0.1/32:${target.port}`] })
  await dispatcher.start()
  const id = await createWebhook(dispatcher, {
    condition: "path('/matched')",
    url: `http://127.0.0.1:${target.port}/`,
    ...NONE_AT_ONCE,
  })
  const path = `/webhooks/${id}`
  const countHeld = async () => {
    const { heldBack } = shown.parse((await dispatcher.client.request('GET', path)).json)
    return heldBack.reduce((sum, { waiting }) => sum + waiting, 0)
  }
  await sendEvents(dispatcher, waiting + 1, 1)
  await eventually(async () => (await countHeld()) + target.received() > waiting, { timeoutMs: 300_000 })
  const before = target.received()
  const start = performance.now()
  await dispatcher.client.request('PATCH', path, { body: ALL_AT_ONCE })
  await eventually(() => target.received() > waiting, { timeoutMs: 600_000 })
  const seconds = (performance.now() - start) / 1000
  await dispatcher.stop()
  await dispatcher.close()
  await target.close()
  return {
    name: `${name}: deliveries a second of ${waiting} that have waited for one target`,
    value: (waiting + 1 - before) / seconds,
    unit: '',
    bar: '',
  }
}
