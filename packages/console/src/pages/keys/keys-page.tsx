import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OwnKey, OwnKeyPolicy } from '../../api/keys.ts'
import { Button } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { HelpLink } from '../../parts/help-link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import { usePageKeys } from '../../state/page-keys.ts'
import { type KeyDialog, KeyDialogs } from './key-dialogs.tsx'
import { KeyTable } from './key-table.tsx'
import { PolicyBar } from './policy-bar.tsx'
import { useOwnKeys } from './use-keys.ts'

/** The page shows what one may issue, and the keys that one has. */
export function KeysPage() {
  const { keys, policy } = useOwnKeys()
  const [dialog, setDialog] = useState<KeyDialog>()
  const allowed = policy.data?.canIssue ? policy.data : undefined
  const issue = () => allowed && setDialog({ kind: 'issue', policy: allowed })
  usePageKeys({ n: issue })
  const button = allowed && (
    <Button look="primary" icon={Plus} aria-keyshortcuts="n" onClick={issue}>
      Issue key
    </Button>
  )
  return (
    <>
      <PageHead
        title="My keys"
        beside={<HelpLink about="keys" what="API keys" />}
        actions={keys.data?.length ? button : undefined}
      />
      <PolicyBar policy={policy} />
      <OwnKeys
        keys={keys}
        canRotate={policy.data !== undefined && canRotateUnder(policy.data)}
        issueButton={button}
        onOpen={setDialog}
      />
      <KeyDialogs dialog={dialog} onChange={setDialog} />
    </>
  )
}

/** The refusals of `POST /keys` that close rotation as well. A limit does not, as a rotated key is no new one. */
const CLOSES_ROTATION = ['KEYS_PLUGIN_DISABLED', 'KEYS_PERMISSION_MISSING']

const canRotateUnder = (policy: OwnKeyPolicy): boolean => policy.canIssue || !CLOSES_ROTATION.includes(policy.code)

type OwnKeysProps = {
  keys: UseQueryResult<OwnKey[]>
  canRotate: boolean
  /** Undefined where one may issue none. */
  issueButton: ReactNode
  onOpen(dialog: KeyDialog): void
}

function OwnKeys({ keys, canRotate, issueButton, onOpen }: OwnKeysProps) {
  return (
    <Loaded query={keys} what="your keys">
      {own =>
        own.length === 0 ? (
          <NoKeys issueButton={issueButton} />
        ) : (
          <KeyTable
            keys={own}
            canRotate={canRotate}
            onRotate={key => onOpen({ kind: 'rotate', key })}
            onRevoke={key => onOpen({ kind: 'revoke', key })}
          />
        )
      }
    </Loaded>
  )
}

const curlLine = () =>
  `curl -u USER ${location.origin}/keys -H 'Content-Type: application/json' -d '{"name":"my script"}'`

function NoKeys({ issueButton }: { issueButton: ReactNode }) {
  return (
    <Empty
      title="You have no keys"
      text="An API key lets a script act as you, with the roles that you give it, until it expires or you revoke it."
    >
      {issueButton}
      {issueButton && <Code text={curlLine()} />}
    </Empty>
  )
}
