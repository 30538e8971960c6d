import { describeDedicatedTier } from '../scenarios/describe-dedicated-tier.ts'
import { openStandaloneTarget } from './standalone-target.ts'

describeDedicatedTier('one process', () => openStandaloneTarget('dedicated'))
