import { useRef } from 'react'
import type { PluginMove, PluginStatus } from '../../api/plugins.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog/dialog.tsx'
import { FaultSummary } from '../../parts/states/fault-summary.tsx'
import { PLUGIN_WORDS } from './plugin-words.ts'

/** A step of the owner that was asked for, and not yet taken. */
export type WantedMove = { plugin: PluginStatus; step: PluginMove }

type MoveDialogProps = {
  wanted: WantedMove
  error: unknown
  isBusy: boolean
  onConfirm(): void
  onClose(): void
}

/** Says what stops before it does. */
export function MoveDialog({ wanted: { plugin, step }, error, isBusy, onConfirm, onClose }: MoveDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const { name, stops, buttons } = PLUGIN_WORDS[plugin.id]
  const verb = step === 'uninstall' ? 'Uninstall' : 'Disable'
  return (
    <Dialog
      title={`${verb} ${name}`}
      isSmall
      initialFocus={cancel}
      onClose={onClose}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button look="stop" isBusy={isBusy} onClick={onConfirm}>
            {buttons[step]}
          </Button>
        </>
      }
    >
      {error ? <FaultSummary title="The plugin is as it was." error={error} /> : null}
      <p className="quiet">{step === 'uninstall' ? stops.uninstall : stops.disable}</p>
    </Dialog>
  )
}
