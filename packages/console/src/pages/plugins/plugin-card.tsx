import { Link } from '@tanstack/react-router'
import { Check, CircleSlash, Power } from 'lucide-react'
import type { PluginMove, PluginStatus } from '../../api/plugins.ts'
import { useLeaves } from '../../api/use-leaves.ts'
import { movesOf } from '../../domain/plugin-moves.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { PLUGIN_WORDS } from './plugin-words.ts'
import styles from './plugins.module.css'

type PluginCardProps = { plugin: PluginStatus; onMove(step: PluginMove): void }

export function PluginCard({ plugin: { id, state }, onMove }: PluginCardProps) {
  const may = useLeaves()
  const { name, does, buttons } = PLUGIN_WORDS[id]
  const isOn = state === 'enabled'
  const stops = (step: PluginMove) => step === 'disable' || step === 'uninstall'
  return (
    <section className={styles.card} aria-labelledby={`plugin-${id}`}>
      <div className={styles.head}>
        <h2 id={`plugin-${id}`}>{name}</h2>
        <Badge look={isOn ? 'ok' : 'quiet'} icon={isOn ? Check : CircleSlash} word={state.toUpperCase()} />
        {may('changePlugins') && (
          <div className={styles.actions}>
            {movesOf(id, state).map(step => (
              <Button
                key={step}
                look={stops(step) ? 'danger' : 'plain'}
                icon={step === 'enable' ? Power : undefined}
                onClick={() => onMove(step)}
              >
                {buttons[step]}
              </Button>
            ))}
          </div>
        )}
      </div>
      <p className={styles.text}>
        {does} {id === 'api-keys' && may('seeAllKeys') && <Link to="/admin/keys">All keys</Link>}
      </p>
    </section>
  )
}
