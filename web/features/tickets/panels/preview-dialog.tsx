import { roleNameIn } from '#web/app/guild-names.ts'
import type { GuildCore } from '#kernel/contract.ts'
import type { Panel } from '#features/tickets/panels/contract.ts'
import { panelMessage } from '#features/tickets/panels/template.ts'
import { placeName } from '#web/app/preview/guild-lookup.ts'
import { PreviewMessages, PreviewPlace } from '#web/app/preview/message-preview.tsx'
import type { Preview } from '#web/app/preview/use-preview.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { asMessage } from './panel-view.ts'

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** A summary of a panel's settings, one line each. */
function summaryOf(panel: Panel, guild: GuildCore | undefined): [label: string, value: string][] {
  const roles = panel.support_roles.map(id => roleNameIn(guild, id))
  const team = [...(panel.support_team_view ? ['the support team'] : []), ...roles]
  return [
    ['Tickets are', panel.kind === 'thread' ? 'private threads' : 'channels'],
    ['Named', panel.ticket_name_format],
    ['Answered by', team.length === 0 ? 'nobody but managers' : team.join(', ')],
    ['Asks', panel.required_inputs.length === 0 ? 'nothing' : counted(panel.required_inputs.length, 'question')],
    [
      'Open at once',
      panel.max_open === null
        ? 'as many as the server allows a panel'
        : panel.max_open === 0
          ? 'any number'
          : String(panel.max_open),
    ],
    ['Closed after', panel.max_duration === 0 ? 'never by itself' : counted(panel.max_duration, 'hour')],
    ['Deleted', panel.auto_delete ? `${counted(panel.auto_delete_time, 'minute')} after closing` : 'by hand'],
    ['Transcript', panel.transcript ? 'made when it closes' : 'none'],
    ['Working hours', panel.hours.enabled ? panel.hours.timeZone : 'always'],
  ]
}

/** A panel as members see it, with a summary of its settings. */
export function PanelPreview({
  panel,
  joined,
  guild,
  preview,
  onClose,
}: {
  panel: Panel
  joined: readonly Panel[]
  guild: GuildCore | undefined
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
        {summaryOf(panel, guild).map(([label, value]) => (
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
