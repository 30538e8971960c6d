import { useLeaves } from '../../frame/use-leaves.ts'
import { Code } from '../../parts/code.tsx'
import { Empty } from '../../parts/states/empty.tsx'

const curlLine = () =>
  `curl -u USER ${location.origin}/acl -H 'Content-Type: application/json' -d '{"_id":"readers","roles":["reader"],"predicate":"path-prefix('\\''/routes'\\'') and method('\\''GET'\\'')","priority":10}'`

/** The first sight of permissions: what one is, and the shortest way to one. */
export function NoPermissions() {
  const may = useLeaves()
  return (
    <Empty
      title="No permission yet"
      text="Only owners get in. A permission says for which roles, at which requests and on which documents others do."
    >
      {may('makePermissions') && <Code text={curlLine()} />}
    </Empty>
  )
}
