import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pluginsApi } from '../../api/plugins.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { buttonClass } from '../../parts/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { ProblemPanel } from '../../parts/states/problem-panel.tsx'
import { TableSkeleton } from '../../parts/states/skeleton.tsx'
import { showToast } from '../../parts/toast.tsx'
import { MoveDialog, type WantedMove } from './move-dialog.tsx'
import { PluginCard } from './plugin-card.tsx'
import { PLUGIN_WORDS, STEP_DONE } from './plugin-words.ts'
import styles from './plugins.module.css'

/** The two plugins: what each does, how it is, and the steps that are possible. */
export function PluginsPage() {
  const may = useLeaves()
  const queryClient = useQueryClient()
  const plugins = useQuery({ queryKey: ['plugins'], queryFn: pluginsApi.list })
  const [wanted, setWanted] = useState<WantedMove>()
  const move = useMutation({
    mutationFn: ({ plugin, step }: WantedMove) => pluginsApi.move(plugin.id, step),
    onSuccess: (_, { plugin, step }) => {
      setWanted(undefined)
      showToast(`${PLUGIN_WORDS[plugin.id].name}: ${STEP_DONE[step]}.`)
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
  /** A step that switches something on stops nothing, so nobody is asked. */
  const choose = (chosen: WantedMove) => {
    move.reset()
    if (chosen.step === 'install' || chosen.step === 'enable') move.mutate(chosen)
    else setWanted(chosen)
  }
  return (
    <>
      <PageHead
        title="Plugins"
        say="Each can be switched off and on again. Nothing is deleted by it."
        actions={
          may('seeAudit') && (
            <Link to="/admin/audit" search={{ action: 'plugin.' }} className={buttonClass()}>
              Audit
            </Link>
          )
        }
      />
      {move.isError && !wanted && <FaultSummary title="The plugin is as it was." error={move.error} />}
      {plugins.isPending && <TableSkeleton what="the plugins" />}
      {plugins.isError && (
        <ProblemPanel error={plugins.error} what="the plugins" onRetry={() => void plugins.refetch()} />
      )}
      <div className={styles.list}>
        {plugins.data?.map(plugin => (
          <PluginCard key={plugin.id} plugin={plugin} onMove={step => choose({ plugin, step })} />
        ))}
      </div>
      {wanted && (
        <MoveDialog
          wanted={wanted}
          error={move.error}
          isBusy={move.isPending}
          onConfirm={() => move.mutate(wanted)}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  )
}
