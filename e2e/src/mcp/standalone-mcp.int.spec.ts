import { describe } from '@jest/globals'
import { describeMcp } from '../scenarios/mcp.ts'
import { useTarget } from '../scenarios/use-target.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'

describe('/mcp of one process', () => {
  const { target } = useTarget(openStandaloneTarget, async () => {})
  describeMcp(target)
})
