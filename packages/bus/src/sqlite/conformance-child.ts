import { runBusChild } from '../conformance/bus-child.ts'
import { openSqliteBus } from './open-sqlite-bus.ts'

const [path = ''] = process.argv.slice(2)
runBusChild(await openSqliteBus({ path }))
