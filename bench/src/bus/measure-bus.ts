import { startOwnBackend } from '@sluice/testkit/backends'
import type { Figure } from '../figure.ts'
import type { BusWorld } from './bench-world.ts'
import { measureIdle } from './measure-idle.ts'
import { measureRebalance } from './measure-rebalance.ts'
import { measureReturn } from './measure-return.ts'
import { measureReading, measureSending } from './measure-throughput.ts'

/** The order matters: a restart would cost the others their warm broker. */
const MEASURES: readonly ((world: BusWorld) => Promise<Figure[]>)[] = [
  measureSending,
  measureReading,
  measureIdle,
  measureRebalance,
  measureReturn,
]

/** The bus port with kafkajs and with @platformatic/kafka behind it, on a broker of its own. */
export async function measureBus(cores: Omit<BusWorld, 'broker'>): Promise<Figure[]> {
  const broker = await startOwnBackend('kafka')
  console.log(broker.note)
  try {
    const figures: Figure[] = []
    for (const measure of MEASURES) figures.push(...(await measure({ broker, ...cores })))
    return figures
  } finally {
    await broker.stop()
  }
}
