import type { MessageDraft } from '#kit/message/contract.ts'
import { embedsTotal, layoutCount, layoutTotal, limits } from '#kit/message/limits/contract.ts'
import { lengthOf } from '#kit/message/text/template.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import { fullness } from '#web/ui/form/counter.tsx'
import { formatNumber } from '#web/ui/numbers.ts'
import './side.css'

/** How much of each Discord limit the message uses. */
export function LimitsCard({ message }: { message: MessageDraft }) {
  const { kind, content, embeds, components, attachments } = message
  const rows: [label: string, used: number, most: number][] =
    kind === 'components'
      ? [
          ['Components, inner ones included', layoutCount(message), limits.components],
          ['All texts together', layoutTotal(message), limits.layoutText],
        ]
      : [
          ['Content', lengthOf(content), limits.content],
          ['All embeds together', embedsTotal(message), limits.embedsTotal],
          ['Embeds', embeds.length, limits.embeds],
          ['Rows', components.length, limits.rows],
        ]
  return (
    <Card as="section" className="builder-limits" aria-label="Limits">
      <CardHead title="Limits">
        <small>Discord’s limits, counted as you type</small>
      </CardHead>
      <dl>
        {[...rows, ['Files', attachments.length, limits.files] as const].map(([label, used, most]) => (
          <div key={label} data-state={fullness(used, most)}>
            <dt>{label}</dt>
            <dd aria-hidden>
              <span className="builder-meter" style={{ '--share': Math.min(used / most, 1) }} />
            </dd>
            <dd>
              <b>{formatNumber(used)}</b> / {formatNumber(most)}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
