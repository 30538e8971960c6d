import { BACKEND_KINDS, isAbsent } from '@sluice/testkit/backends'
import { describeDedicatedTier } from '../scenarios/describe-dedicated-tier.ts'
import { openClusterTarget } from './cluster-target.ts'

describeDedicatedTier('a cluster of processes', () => openClusterTarget('dedicated'), {
  skip: BACKEND_KINDS.some(isAbsent),
})
