import { describe } from '@jest/globals'
import { useTarget } from '../scenarios/use-target.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'
import { describeMcp } from './describe-mcp.ts'

describe('/mcp of one process', () => {
  const { target } = useTarget(openStandaloneTarget, async () => {})
  describeMcp(target)
})
