import { CircleCheck, CloudUpload, PencilLine } from 'lucide-react'
import type { Panel } from '#features/tickets/panels/contract.ts'
import { clockText } from '#web/app/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PanelBadge } from '../panels/panel-card.tsx'
import { isDeployed } from '../panels/panel-view.ts'
import type { PanelEditing } from './use-panel-editor.ts'

/** Whether its message is in Discord. */
export function Standing({ stored }: { stored: Panel | undefined }) {
  if (stored?.message_missing) return <PanelBadge panel={stored} />
  return stored && isDeployed(stored) ? <Badge tone="success">Deployed</Badge> : <Badge>Not Deployed</Badge>
}

/** Whether the edits are saved. */
export function SaveMark({ editing: { state, savedAt } }: { editing: PanelEditing }) {
  const marks = {
    new: { icon: <PencilLine aria-hidden />, text: 'Not saved yet' },
    saving: { icon: <CloudUpload aria-hidden />, text: 'Saving' },
    saved: {
      icon: <CircleCheck aria-hidden />,
      text: savedAt === undefined ? 'Saved' : `Saved ${clockText(savedAt)}`,
    },
    changed: { icon: <PencilLine aria-hidden />, text: 'Unsaved changes' },
  }
  const { icon, text } = marks[state]
  return (
    <span className="save-mark" role="status">
      {icon}
      {text}
    </span>
  )
}
