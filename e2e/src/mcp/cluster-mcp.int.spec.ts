import { describe } from '@jest/globals'
import { BACKEND_KINDS, isAbsent } from '@sluice/testkit/backends'
import { openClusterTarget } from '../cluster/cluster-target.ts'
import { describeMcp } from '../scenarios/mcp.ts'
import { describeMcpConsent } from '../scenarios/mcp-consent.ts'
import { describeMcpSubscriptions } from '../scenarios/mcp-subscriptions.ts'
import { useTarget } from '../scenarios/use-target.ts'

const describeHere = BACKEND_KINDS.some(isAbsent) ? describe.skip : describe

describeHere('/mcp of a cluster', () => {
  const { target } = useTarget(
    () => openClusterTarget(),
    async () => {},
  )
  describeMcp(target)
  describe('the consent of a person', () => describeMcpConsent(target))
  describe('a subscription', () => describeMcpSubscriptions(target))
})
