import { Link } from '@tanstack/react-router'
import { useLeaves } from '../../api/use-leaves.ts'
import { PATTERN_NAMES, PERMISSION_PATTERNS } from '../../domain/permissions/patterns.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Code } from '../../parts/code.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import styles from './permissions.module.css'

const curlLine = () =>
  `curl -u USER ${location.origin}/acl -H 'Content-Type: application/json' -d '{"_id":"readers","roles":["reader"],"predicate":"path-prefix('\\''/routes'\\'') and method('\\''GET'\\'')","priority":10}'`

/** The first sight of permissions: what one is, and the shortest way to one. */
export function NoPermissions() {
  const may = useLeaves()
  return (
    <Empty
      title="No permission yet"
      text="Only owners get in. A permission says for which roles, at which requests and on which documents others do. Begin with one of these:"
    >
      {may('makePermissions') && (
        <>
          <div className={styles.ways}>
            {PERMISSION_PATTERNS.map(pattern => (
              <Link key={pattern} to="/permissions/new" search={{ pattern }} className={buttonClass()}>
                {PATTERN_NAMES[pattern]}
              </Link>
            ))}
          </div>
          <Code text={curlLine()} />
        </>
      )}
    </Empty>
  )
}
