import { openDispatcher } from './open-dispatcher.ts'

// A dispatcher in a process of its own, to be killed: `node dispatcher-child.ts <directory> <cidr:port>`.
const [, , directory, cidr] = process.argv
if (directory === undefined || cidr === undefined) process.exit(2)
await openDispatcher({ directory, allowCidrs: [cidr] })
process.stdout.write('ready\n')
