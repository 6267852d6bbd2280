import type { GuildCore } from '#kernel/contract.ts'
import type { Panel } from '#features/tickets/panels/contract.ts'
import { panelMessage } from '#features/tickets/panels/template.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { PreviewMessages, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import type { Preview } from '#web/app/preview/use-preview.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { summaryOf } from './panel-summary.ts'
import { asMessage } from './panel-view.ts'

/** A panel as members see it, with a summary of its settings. */
export function PanelPreview({
  panel,
  joined,
  guild,
  supportRole,
  preview,
  onClose,
}: {
  panel: Panel
  joined: readonly Panel[]
  guild: GuildCore | undefined
  supportRole: string | null | undefined
  preview: Preview
  onClose: () => void
}) {
  const shown = (one: Panel) => ({ id: one.id, design: one })
  return (
    <Dialog
      open
      size="medium"
      onOpenChange={onClose}
      busy={false}
      title={`Preview of ${panel.title}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <PreviewPlace>{placeName(guild, panel.channel_id, 'no channel chosen')}</PreviewPlace>
      <div inert>
        <PreviewMessages
          lookup={preview.lookup}
          messages={[asMessage(preview, 'panel', panelMessage(shown(panel), joined.map(shown)))]}
        />
      </div>
      <dl className="panel-summary">
        {summaryOf(panel, guild, supportRole).map(([label, value]) => (
          <Line key={label} label={label} value={value} />
        ))}
      </dl>
    </Dialog>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </>
)
