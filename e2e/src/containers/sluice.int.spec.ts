import { describeSluice } from '../scenarios/describe-sluice.ts'
import { openContainersTarget } from './containers-target.ts'
import { findEngine } from './find-engine.ts'

const engine = await findEngine()
const open = () =>
  engine.kind === 'found' ? openContainersTarget(engine) : Promise.reject(new RangeError(engine.reason))

if (engine.kind === 'absent') process.stderr.write(`Sluice in containers: NOT RUN, as ${engine.reason}\n`)
// Its services reach the backends and nothing else, so no collector of this process either.
describeSluice('containers', open, { skip: engine.kind === 'absent', isTraced: false })
