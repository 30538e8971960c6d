import { BACKEND_KINDS, isAbsent } from '@sluice/testkit/backends'
import { describeSluice } from '../scenarios/describe-sluice.ts'
import { openClusterTarget } from './cluster-target.ts'

describeSluice('a cluster of processes', () => openClusterTarget(), { skip: BACKEND_KINDS.some(isAbsent) })
