import { describe } from '@jest/globals'
import { describeMcp } from '../scenarios/mcp.ts'
import { describeMcpConsent } from '../scenarios/mcp-consent.ts'
import { describeMcpSubscriptions } from '../scenarios/mcp-subscriptions.ts'
import { useTarget } from '../scenarios/use-target.ts'
import { openStandaloneTarget } from '../standalone/standalone-target.ts'

describe('/mcp of one process', () => {
  const { target } = useTarget(openStandaloneTarget, async () => {})
  describeMcp(target)
  describe('the consent of a person', () => describeMcpConsent(target))
  describe('a subscription', () => describeMcpSubscriptions(target))
})
