import { clsx } from 'clsx'
import type { APIButtonComponent, APISelectMenuComponent } from 'discord-api-types/v10'
import { ChevronDown, ExternalLink } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { type SelectChoice, useActions } from './actions.ts'
import { buttonStyle, component as kind } from './enums.ts'
import { safeUrl } from '#kit/markdown/link.ts'
import { CustomEmoji } from './markdown/view.tsx'
import type { MessageView, RowComponent } from './model.ts'
import { UnicodeEmoji } from './unicode-emoji.tsx'
import './controls.css'
import './picker.css'

// Loaded on demand: messages rarely have one, and it is larger than everything else in a message.
const Picker = lazy(async () => ({ default: (await import('./picker.tsx')).Picker }))

/** A row of up to five buttons, or one select. */
export function Row({ message, row }: { message: MessageView; row: RowComponent }) {
  return (
    <div className="msg-row">
      {row.components.map((child, key) =>
        child.type === kind.button ? (
          <MessageButton key={key} message={message} button={child} />
        ) : (
          <MessageSelect key={key} message={message} select={child} />
        ),
      )}
    </div>
  )
}

const look: Record<number, string> = {
  [buttonStyle.primary]: 'primary',
  [buttonStyle.success]: 'success',
  [buttonStyle.danger]: 'danger',
  [buttonStyle.premium]: 'primary',
}

export function MessageButton({ message, button }: { message: MessageView; button: APIButtonComponent }) {
  const actions = useActions()
  const label = <ButtonLabel button={button} />
  const url = button.style === buttonStyle.link ? safeUrl(button.url) : undefined
  const className = clsx('msg-button', `msg-button-${look[button.style] ?? 'secondary'}`)
  if (url && !button.disabled) {
    return (
      <a className={className} href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
        {label}
        <ExternalLink className="icon-sm" aria-hidden />
      </a>
    )
  }
  if (!actions || !('custom_id' in button)) {
    return (
      <span className={className} data-disabled={button.disabled || undefined}>
        {label}
      </span>
    )
  }
  const outcome = actions.outcome(message.id, button.custom_id)
  return (
    <button
      type="button"
      className={className}
      disabled={button.disabled}
      // Not `disabled`: browsers would take the focus from somebody who pressed it with a key.
      aria-disabled={outcome === 'pending' || undefined}
      aria-busy={outcome === 'pending' || undefined}
      onClick={() => {
        if (outcome !== 'pending') actions.press(message, button)
      }}
    >
      <span className="msg-button-label">{label}</span>
      {outcome === 'pending' && <Dots />}
    </button>
  )
}

function ButtonLabel({ button }: { button: APIButtonComponent }) {
  const emoji = 'emoji' in button ? button.emoji : undefined
  const text = 'label' in button ? button.label : undefined
  return (
    <>
      {emoji?.id ? (
        <CustomEmoji id={emoji.id} name={emoji.name ?? 'emoji'} animated={emoji.animated ?? false} />
      ) : (
        emoji?.name && <UnicodeEmoji emoji={emoji.name} />
      )}
      {text ?? (button.style === buttonStyle.premium ? 'Upgrade' : undefined)}
    </>
  )
}

/** Three dots, shown while the bot is thinking. */
export function Dots() {
  return (
    <span className="dots" role="status" aria-label="Waiting for the app">
      <span />
      <span />
      <span />
    </span>
  )
}

const placeholders: Record<number, string> = {
  [kind.userSelect]: 'Select a user',
  [kind.roleSelect]: 'Select a role',
  [kind.mentionableSelect]: 'Select a user or role',
  [kind.channelSelect]: 'Select a channel',
}

export const placeholderOf = (select: APISelectMenuComponent) =>
  select.placeholder ?? placeholders[select.type] ?? 'Make a selection'

/** The options contained in a string select. */
export function ownChoices(select: APISelectMenuComponent): SelectChoice[] {
  if (select.type !== kind.stringSelect) return []
  return select.options.map(option => ({
    value: option.value,
    label: option.label,
    ...(option.description && { description: option.description }),
    ...(option.emoji?.name && !option.emoji.id && { emoji: option.emoji.name }),
    ...(option.default && { chosen: true }),
  }))
}

/** A select that cannot be opened: in previews, and until the real one is loaded. */
function StillSelect({ text, empty }: { text: string; empty: boolean }) {
  return (
    <span className="picker">
      <span className={clsx('picker-value', empty && 'picker-empty')}>{text}</span>
      <ChevronDown className="icon-sm" aria-hidden />
    </span>
  )
}

function MessageSelect({ message, select }: { message: MessageView; select: APISelectMenuComponent }) {
  const actions = useActions()
  const choices = select.type === kind.stringSelect ? ownChoices(select) : (actions?.choices(select) ?? [])
  const chosen = choices.filter(choice => choice.chosen)
  const text = chosen.map(choice => choice.label).join(', ') || placeholderOf(select)
  const still = <StillSelect text={text} empty={chosen.length === 0} />
  if (!actions) return still
  return (
    <Suspense fallback={still}>
      <Picker
        label={placeholderOf(select)}
        placeholder={placeholderOf(select)}
        choices={choices}
        value={chosen.map(choice => choice.value)}
        max={select.max_values ?? 1}
        disabled={select.disabled === true || actions.outcome(message.id, select.custom_id) === 'pending'}
        onChange={values => {
          if (values.length >= (select.min_values ?? 1)) actions.press(message, select, values)
        }}
      />
    </Suspense>
  )
}
