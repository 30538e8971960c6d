import { Link } from '@tanstack/react-router'
import { CircleDot, Plus } from 'lucide-react'
import { useLeaves } from '../../api/use-leaves.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { BESIDE_WORDS } from '../../parts/icon.ts'
import { Empty } from '../../parts/states/empty.tsx'
import styles from './webhooks.module.css'

const curlLine = () =>
  `curl -u USER ${location.origin}/webhooks -H 'Content-Type: application/json' -d '{"name":"New route","condition":"path('\\''/routes'\\'')","url":"https://hooks.example.com/"}'`

/** The first sight of webhooks: what one is, and the shortest way to one. */
export function NoWebhooks() {
  const may = useLeaves()
  return (
    <Empty
      title="No webhook yet"
      text="A webhook tells another program, or a mailbox, when a request comes that you care about. See what comes in, and make one from it."
    >
      <div className={styles.ways}>
        {may('record') && (
          <Link to="/recordings" className={buttonClass()}>
            <CircleDot {...BESIDE_WORDS} />
            See what comes in
          </Link>
        )}
        {may('makeWebhooks') && (
          <Link to="/webhooks/new" className={buttonClass()}>
            <Plus {...BESIDE_WORDS} />
            Write one
          </Link>
        )}
      </div>
      {may('makeWebhooks') && <Code text={curlLine()} />}
    </Empty>
  )
}

export function NoneMatches({ onClear }: { onClear(): void }) {
  return (
    <Empty title="No webhook matches" text="None has this text in its name, address or condition, and this state.">
      <Button onClick={onClear}>Show all webhooks</Button>
    </Empty>
  )
}
