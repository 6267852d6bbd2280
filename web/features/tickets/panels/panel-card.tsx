import { gone } from '#kit/deleted/template.ts'
import { Check, Copy, Hash, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import type { Panel } from '#features/tickets/panels/contract.ts'
import { panelMessage, type MessageRow } from '#features/tickets/panels/template.ts'
import { shortDayText } from '#web/app/dates.ts'
import type { Preview } from '#web/app/preview/use-preview.ts'
import { Badge } from '#web/ui/badge.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Components } from '#web/ui/discord/components.tsx'
import { LookupProvider } from '#web/ui/discord/lookup.ts'
import { plainMarkdown } from '#web/ui/discord/plain-markdown.ts'
import { asMessage, drawnColour } from './panel-view.ts'

/** A panel's state in Discord. */
export function PanelBadge({ panel }: { panel: Pick<Panel, 'message_id' | 'message_missing' | 'outdated'> }) {
  if (panel.message_missing)
    return (
      <Badge tone="danger" icon={<TriangleAlert aria-hidden />}>
        Message missing
      </Badge>
    )
  if (panel.message_id === null) return <Badge>Draft</Badge>
  return panel.outdated ? (
    <Badge tone="warning">Deployed, changed since</Badge>
  ) : (
    <Badge tone="success" icon={<Check aria-hidden />}>
      Deployed
    </Badge>
  )
}

export interface PanelActions {
  edit(panel: Panel): void
  preview(panel: Panel): void
  deploy(panel: Panel): void
  duplicate(panel: Panel): void
  remove(panel: Panel): void
}

/** A panel: what it looks like, where it is, and what can be done with it. */
export function PanelCard({
  panel,
  joined,
  preview,
  readOnly,
  busy,
  actions,
}: {
  panel: Panel
  /** Panels whose buttons are on its message. */
  joined: readonly Panel[]
  preview: Preview
  readOnly: boolean
  /** Whether it is being deployed or copied. */
  busy: boolean
  actions: PanelActions
}) {
  const shown = (one: Panel) => ({ id: one.id, design: one })
  const { components } = panelMessage(shown(panel), joined.map(shown))
  const colour = drawnColour(panel)
  const opened = panel.opened === 0 && panel.message_id === null ? 'not deployed yet' : `${panel.opened} opened`
  return (
    <Card as="li" className="panel-card">
      <div className="panel-card-body">
        <div className="panel-card-head">
          <i style={{ background: colour }} aria-hidden />
          <h2>{panel.title}</h2>
          <PanelBadge panel={panel} />
        </div>
        <p className="panel-card-text">{plainMarkdown(panel.description)}</p>
        <ButtonFaces preview={preview} rows={components} />
        <dl>
          <div>
            <dt>
              <Hash aria-hidden />
              <span className="visually-hidden">Channel</span>
            </dt>
            <dd>{panel.channel_info?.name ?? (panel.channel_id === null ? 'no channel' : gone.channel)}</dd>
            <dd>{panel.created_at === null ? '' : shortDayText(panel.created_at)}</dd>
          </div>
          <div>
            <dt>
              <i style={{ background: colour }} aria-hidden />
              <span className="visually-hidden">Color</span>
            </dt>
            <dd>{panel.color}</dd>
            <dd>{opened}</dd>
          </div>
        </dl>
      </div>
      <div className="panel-card-foot">
        <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => actions.edit(panel)}>
          Edit
        </Button>
        <Button size="sm" onClick={() => actions.preview(panel)}>
          Preview
        </Button>
        <Button size="sm" onClick={() => actions.deploy(panel)} why={readOnly} busy={busy}>
          {panel.message_id === null && !panel.message_missing ? 'Deploy' : 'Redeploy'}
        </Button>
        <span className="panel-card-end">
          <IconButton
            size="sm"
            label={`Duplicate ${panel.title}`}
            icon={<Copy aria-hidden />}
            onClick={() => actions.duplicate(panel)}
            why={readOnly || whileBusy(busy)}
          />
          <IconButton
            size="sm"
            label={`Delete ${panel.title}`}
            icon={<Trash2 aria-hidden />}
            onClick={() => actions.remove(panel)}
            why={readOnly || whileBusy(busy)}
          />
        </span>
      </div>
    </Card>
  )
}

/** The controls below a panel's message, as Discord draws them. */
const ButtonFaces = ({ preview, rows }: { preview: Preview; rows: MessageRow[] }) => (
  <LookupProvider value={preview.lookup}>
    <div className="panel-faces msgs discord" inert>
      <Components message={asMessage(preview, 'faces', { components: rows })} />
    </div>
  </LookupProvider>
)
