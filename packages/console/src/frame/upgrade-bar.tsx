import { RefreshCw } from 'lucide-react'
import { Bar } from '../parts/bar.tsx'
import { Button } from '../parts/button.tsx'
import { useStore } from '../state/use-store.ts'
import { isUpgraded } from '../upgrade.ts'

/** Sluice was upgraded under this tab: what is typed is kept, and offered after the reload. */
export function UpgradeBar() {
  if (!useStore(isUpgraded)) return null
  return (
    <Bar look="warn" icon={RefreshCw} role="alert" actions={<Button onClick={() => location.reload()}>Reload</Button>}>
      <b>Sluice was upgraded, and this page is of the version before.</b> What you have typed is kept in this tab, and
      offered after a reload; passwords and values of headers are not.
    </Bar>
  )
}
