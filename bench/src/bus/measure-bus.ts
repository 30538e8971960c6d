import { startOwnBackend } from '@sluice/testkit/backends'
import type { World } from './bench-world.ts'
import { printTable, type Table } from './figures.ts'
import { measureIdle } from './measure-idle.ts'
import { measureRebalance } from './measure-rebalance.ts'
import { measureReturn } from './measure-return.ts'
import { measureReading, measureSending } from './measure-throughput.ts'

/** Each prints its table as soon as it has it. The order matters: a restart would cost the others their warm broker. */
const MEASURES: readonly ((world: World) => Promise<Table>)[] = [
  measureSending,
  measureReading,
  measureIdle,
  measureRebalance,
  measureReturn,
]

/** The bus port with kafkajs and with @platformatic/kafka behind it, on a broker of its own. */
export async function measureBus(cores: Omit<World, 'broker'>): Promise<void> {
  const broker = await startOwnBackend('kafka')
  console.log(`${broker.note}; clients on core ${cores.clientCores || 'any'}, broker on ${cores.loadCores || 'any'}`)
  try {
    for (const measure of MEASURES) printTable(await measure({ broker, ...cores }))
  } finally {
    await broker.stop()
  }
}
