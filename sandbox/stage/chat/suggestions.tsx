import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { UnicodeEmoji } from '#web/ui/discord/unicode-emoji.tsx'
import { canView, isThread } from '../client/access.ts'
import { channelName, kindOf } from '../client/channels.ts'
import { listOf } from '../client/model.ts'
import { avatarOf, colourOf, displayName } from '../client/people.ts'
import { useStage } from '../context.ts'
import { matchCommands, type SlashCommand } from '../slash/commands.ts'
import { emojiNames } from './emoji-list.ts'
import { bestMatches, complete, type MentionSuggestion, triggerAt } from './suggest.ts'

interface SuggestionsOptions {
  text: string
  caret: number
  commands: readonly SlashCommand[]
  onComplete(text: string, caret: number): void
  onCommand(command: SlashCommand): void
}

interface Item extends MentionSuggestion {
  choose(): void
}

const titles = { mention: 'Members and roles', channel: 'Channels', emoji: 'Emoji', command: 'Commands' }

/** Suggestions for the word at the caret, and the keys that choose one. */
export function useSuggestions({ text, caret, commands, onComplete, onCommand }: SuggestionsOptions) {
  const candidates = useCandidates()
  const [dismissed, setDismissed] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const trigger = useMemo(() => (text === dismissed ? undefined : triggerAt(text, caret)), [text, caret, dismissed])

  const items = useMemo<Item[]>(() => {
    if (!trigger) return []
    if (trigger.kind === 'command') {
      return matchCommands(commands, trigger.query)
        .slice(0, 12)
        .map(command => ({
          insert: command.path.join(' '),
          label: `/${command.path.join(' ')}`,
          detail: command.description,
          choose: () => onCommand(command),
        }))
    }
    return bestMatches(candidates[trigger.kind], trigger.query).map(each => ({
      ...each,
      choose() {
        const done = complete(text, caret, trigger, each.insert)
        onComplete(done.text, done.caret)
      },
    }))
  }, [trigger, candidates, commands, text, caret, onComplete, onCommand])

  const place = Math.min(chosen, Math.max(0, items.length - 1))
  return {
    id,
    title: trigger ? titles[trigger.kind] : '',
    items,
    place,
    setPlace: setChosen,
    inputProps: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': items.length > 0 ? id : undefined,
      'aria-activedescendant': items.length > 0 ? `${id}-${place}` : undefined,
    },
    /** @returns whether the key was used */
    onKeyDown(event: KeyboardEvent): boolean {
      if (items.length === 0) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) setChosen((place + step + items.length) % items.length)
      else if (event.key === 'Escape') setDismissed(text)
      else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) {
        items[place]?.choose()
        setChosen(0)
      } else return false
      event.preventDefault()
      return true
    },
  }
}

function useCandidates(): Record<'mention' | 'channel' | 'emoji', MentionSuggestion[]> {
  const { live, guild, now } = useStage()
  return useMemo(() => {
    const emoji: MentionSuggestion[] = emojiNames.map(([insert, name]) => ({
      insert,
      label: `:${name}:`,
      icon: insert,
    }))
    if (!guild) return { mention: [], channel: [], emoji }
    const members = Object.keys(guild.members).map<MentionSuggestion>(id => {
      const user = live.users[id]
      const colour = colourOf(guild, id)
      return {
        insert: `<@${id}>`,
        label: `@${displayName(live, guild, id) ?? id}`,
        ...(user && { detail: user.username, aliases: [user.username], icon: avatarOf(user, guild) }),
        ...(colour && { colour }),
      }
    })
    const roles = listOf(guild.roles)
      .filter(role => role.id !== guild.id && !role.managed)
      .map<MentionSuggestion>(role => ({ insert: `<@&${role.id}>`, label: `@${role.name}`, detail: 'Role' }))
    const everyone = ['@everyone', '@here'].map<MentionSuggestion>(name => ({
      insert: name,
      label: name,
      detail: 'Notifies many',
    }))
    const channels = listOf(live.channels)
      .filter(each => each.guild_id === guild.id && kindOf(each) !== 'category' && canView(live, each.id, now))
      .map<MentionSuggestion>(each => ({
        insert: `<#${each.id}>`,
        label: `#${channelName(each)}`,
        ...(isThread(each) && { detail: 'Thread' }),
      }))
    const own = guild.emojis.map<MentionSuggestion>(each => ({
      insert: `<${each.animated ? 'a' : ''}:${each.name}:${each.id}>`,
      label: `:${each.name}:`,
      icon: `/cdn/emojis/${each.id}.png`,
    }))
    return { mention: [...members, ...roles, ...everyone], channel: channels, emoji: [...own, ...emoji] }
  }, [live, guild, now])
}

interface SuggestionsProps {
  id: string
  title: string
  items: readonly Item[]
  place: number
  setPlace(place: number): void
}

/**
 * The list above the composer. The text keeps the focus; the chosen line is announced through `aria-activedescendant`.
 */
export function Suggestions({ id, title, items, place, setPlace }: SuggestionsProps) {
  if (items.length === 0) return undefined
  return (
    <div className="suggestions">
      <p className="suggestions-title">{title}</p>
      <div id={id} role="listbox" aria-label={title}>
        {items.map((item, key) => (
          <button
            type="button"
            tabIndex={-1}
            key={`${item.insert} ${item.label}`}
            id={`${id}-${key}`}
            role="option"
            aria-selected={key === place}
            onPointerMove={() => setPlace(key)}
            // A click must not take the focus from the text.
            onMouseDown={event => event.preventDefault()}
            onClick={item.choose}
          >
            {item.icon?.startsWith('/') ? (
              <img src={item.icon} alt="" width={20} height={20} />
            ) : (
              item.icon && <UnicodeEmoji emoji={item.icon} />
            )}
            <b className={item.colour && 'role-name'} style={{ '--m-name': item.colour }}>
              {item.label}
            </b>
            {item.detail && <span className="truncate">{item.detail}</span>}
          </button>
        ))}
      </div>
    </div>
  )
}
