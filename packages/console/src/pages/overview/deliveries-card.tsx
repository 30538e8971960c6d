import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ChartLegend, DeliveryChart } from '../../parts/chart/delivery-chart.tsx'
import { Loaded } from '../../parts/states/loaded.tsx'
import styles from './overview.module.css'
import type { Overview } from './use-overview.ts'

/** What deliveries came to, by time. */
export function DeliveriesCard({ counts }: Pick<Overview, 'counts'>) {
  const [isTable, setIsTable] = useState(false)
  return (
    <Card
      title="Deliveries"
      beside={<ChartLegend />}
      actions={
        <Button aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          Show as table
        </Button>
      }
    >
      <Loaded query={counts} what="the counts">
        {stats => (
          <div className={styles.tall}>
            <DeliveryChart stats={stats} isTable={isTable} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}
