import { describeSluice } from '../scenarios/describe-sluice.ts'
import { openStandaloneTarget } from './standalone-target.ts'

describeSluice('one process', () => openStandaloneTarget())
