import { environment } from '@sluice/testkit/backends'
import { describeSluice } from '../scenarios/describe-sluice.ts'
import { openContainersTarget } from './containers-target.ts'
import { findEngine } from './find-engine.ts'

const engine = await findEngine()
const open = () =>
  engine.kind === 'found' ? openContainersTarget(engine) : Promise.reject(new RangeError(engine.reason))

if (engine.kind === 'absent') process.stderr.write(`Sluice in containers: NOT RUN, as ${engine.reason}\n`)
// Every run of the tests has them on one process and on a cluster of processes.
const hasRules = environment().SLUICE_NIGHTLY === '1'
if (!hasRules) process.stderr.write('Sluice in containers: its rules are looked at with SLUICE_NIGHTLY=1\n')
// Its services reach the backends and nothing else, so no collector and no proxy of this process either, and its store is not reached from here.
const alone = { isTraced: false, hasProxy: false, isAged: false }
describeSluice('containers', open, { skip: engine.kind === 'absent', hasRules, ...alone })
