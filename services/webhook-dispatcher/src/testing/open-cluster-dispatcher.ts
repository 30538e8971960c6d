import { openKafkaBus } from '@sluice/bus/kafka'
import { openMongoStore } from '@sluice/store/mongodb'
import { z } from 'zod'
import { openDispatcher } from './open-dispatcher.ts'

const clusterAddress = z.object({
  mongodb: z.string(),
  kafka: z.string(),
  prefix: z.string(),
  allowCidrs: z.array(z.string()),
  claimant: z.string(),
})

/** The backends of a cluster that a test starts dispatchers on, and what one of them is called. */
export type ClusterAddress = z.infer<typeof clusterAddress>

export const readClusterAddress = (text = ''): ClusterAddress => clusterAddress.parse(JSON.parse(text))

/** A dispatcher on MongoDB and Kafka, as one of several. */
export async function openClusterDispatcher({ mongodb, kafka, prefix, allowCidrs, claimant }: ClusterAddress) {
  const store = await openMongoStore({ uri: mongodb, prefix })
  const bus = await openKafkaBus({ brokers: [kafka], clientId: `dispatcher-${claimant}-${process.pid}`, prefix })
  return openDispatcher({ store, bus, allowCidrs, claimant, isShared: true })
}
