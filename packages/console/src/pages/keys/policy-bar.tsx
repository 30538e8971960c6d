import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleSlash, ShieldCheck } from 'lucide-react'
import type { OwnKeyPolicy } from '../../api/keys.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { Bar } from '../../parts/bar.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import styles from './keys.module.css'

/** The bar says in a sentence what one may issue, or why nothing. */
export function PolicyBar({ policy }: { policy: UseQueryResult<OwnKeyPolicy> }) {
  if (!policy.data) {
    if (!policy.isError) return <div className={styles.policyPlace} />
    return <ProblemPanel error={policy.error} what="what you may issue" onRetry={() => void policy.refetch()} />
  }
  return policy.data.canIssue ? <MayIssue policy={policy.data} /> : <MayNotIssue policy={policy.data} />
}

function MayIssue({ policy }: { policy: Extract<OwnKeyPolicy, { canIssue: true }> }) {
  const { roles, maxExpiresInDays, keysLeft, maxKeysPerUser, permission } = policy
  const named = roles.map((role, at) => (
    <span key={role}>
      {at > 0 && ', '}
      <code>{role}</code>
    </span>
  ))
  const days = `${maxExpiresInDays} ${maxExpiresInDays === 1 ? 'day' : 'days'}`
  return (
    <Bar look="plain" icon={ShieldCheck}>
      You may issue keys with {named}, up to <b>{days}</b>.{' '}
      <b>
        {keysLeft} of {maxKeysPerUser}
      </b>{' '}
      {keysLeft === 1 ? 'is' : 'are'} left.{' '}
      <span className="quiet">
        By permission <code>{permission}</code>.
      </span>
    </Bar>
  )
}

function MayNotIssue({ policy }: { policy: Extract<OwnKeyPolicy, { canIssue: false }> }) {
  const may = useLeaves()
  const isPluginOff = policy.code === 'KEYS_PLUGIN_DISABLED'
  return (
    <Bar look="warn" icon={CircleSlash}>
      You can’t issue keys at the moment. {policy.detail}{' '}
      {isPluginOff && may('seePlugins') && <Link to="/admin/plugins">Switch the plugin on</Link>}
    </Bar>
  )
}
