import { openClusterDispatcher, readClusterAddress } from './open-cluster-dispatcher.ts'

// One dispatcher of a cluster in a process of its own, to be killed: `node cluster-dispatcher-child.ts <address as JSON>`.
process.stdout.write('loaded\n')
await openClusterDispatcher(readClusterAddress(process.argv[2]))
