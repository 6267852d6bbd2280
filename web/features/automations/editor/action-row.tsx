import {
  Ban,
  ChevronUp,
  Clock,
  CornerUpLeft,
  CornerUpRight,
  DoorOpen,
  Mail,
  MessageSquare,
  MessagesSquare,
  Pencil,
  Send,
  Smile,
  Trash2,
  TriangleAlert,
  UserMinus,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Action } from '#features/automations/design/contract.ts'
import { type ActionName, texts } from '#features/automations/design/kinds/contract.ts'
import { IconButton } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { OrderGrip } from '#web/ui/form/order-grip.tsx'
import { actionNote, actionWords } from '../words.ts'
import { ActionFields } from './action-fields.tsx'
import type { EditorPart } from './use-editor.ts'

const icons: Record<ActionName, ReactNode> = {
  send: <Send aria-hidden />,
  reply: <CornerUpLeft aria-hidden />,
  dm: <Mail aria-hidden />,
  copy: <CornerUpRight aria-hidden />,
  delete: <Trash2 aria-hidden />,
  react: <Smile aria-hidden />,
  thread: <MessagesSquare aria-hidden />,
  give_role: <UserPlus aria-hidden />,
  take_role: <UserMinus aria-hidden />,
  warn: <MessageSquare aria-hidden />,
  timeout: <Clock aria-hidden />,
  kick: <DoorOpen aria-hidden />,
  ban: <Ban aria-hidden />,
}

/** Actions without anything to fill in. */
const bare = new Set<ActionName>(['delete'])

export function ActionRow({
  guildId,
  guild,
  editing,
  rights,
  disabled,
  one,
  at,
  open,
  onOpen,
  onMove,
}: EditorPart & {
  rights: { bot: readonly string[]; you: readonly string[] }
  one: Action
  at: number
  open: boolean
  onOpen: (open: boolean) => void
  onMove: (to: number) => void
}) {
  const { design, change, problems, stored } = editing
  const { actions } = design
  const words = actionWords(one, guild)
  const note = actionNote(one, rights)
  const text = texts[one.kind]
  const own = Object.entries(problems).filter(([key]) => key.startsWith(`actions.${at}.`))
  // A problem is shown beside its field if the action is open; here are the problems without a field.
  const general = problems[`actions.${at}.kind`]
  const stale =
    stored?.actions[at]?.id === one.id
      ? stored.problems.filter(({ field }) => field === `actions.${at}` || field.startsWith(`actions.${at}.`))
      : []
  const isOpen = (open || own.some(([key]) => !key.endsWith('.kind'))) && !bare.has(one.kind)
  const remove = () => change({ actions: actions.filter(other => other.id !== one.id) })
  return (
    <li className="action-row" data-entry="" aria-label={`Action ${at + 1}`}>
      <div className="action-line">
        <OrderGrip
          name={`actions.${at}`}
          label={`Move action ${at + 1}: ${words}`}
          noun="Action"
          at={at}
          count={actions.length}
          onMove={onMove}
          disabled={disabled}
        />
        <span className="action-icon">{icons[one.kind]}</span>
        <span className="action-words">
          <b>{words}</b>
          {note !== '' && <span className="muted">{note}</span>}
          {!isOpen && text && one.text.trim() !== '' && <span className="action-text">{one.text}</span>}
        </span>
        {!bare.has(one.kind) && (
          <IconButton
            size="sm"
            label={isOpen ? `Close action ${at + 1}` : `Edit action ${at + 1}`}
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronUp aria-hidden /> : <Pencil aria-hidden />}
            onClick={() => onOpen(!open)}
          />
        )}
        <IconButton
          size="sm"
          label={`Remove action ${at + 1}`}
          icon={<Trash2 aria-hidden />}
          why={disabled}
          onClick={remove}
        />
      </div>
      {isOpen && <ActionFields {...{ guildId, guild, editing, disabled, one, at }} />}
      {general !== undefined && <FieldNote id={`action-${one.id}`} error={general} />}
      {own.length === 0 && stale.length > 0 && (
        <p className="action-trouble">
          <TriangleAlert aria-hidden />
          <span>{stale.map(({ sentence }) => sentence).join(' ')}</span>
        </p>
      )}
    </li>
  )
}
