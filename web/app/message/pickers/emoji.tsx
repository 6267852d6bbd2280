import type { EmojiDraft } from '#kit/message/components/contract.ts'
import type { Lookup } from '#web/ui/discord/lookup.ts'
import type { ListChoice, ChoiceGroup } from '#web/ui/form/choices.ts'
import type { ServerEmoji } from '../editor/context.ts'

/** The emoji that servers use most, with search words. */
const common: readonly (readonly [emoji: string, name: string])[] = [
  ['👍', 'thumbs up'],
  ['👎', 'thumbs down'],
  ['👋', 'wave, hello'],
  ['👏', 'clap'],
  ['🙏', 'thanks, please'],
  ['💪', 'strong'],
  ['👀', 'eyes, look'],
  ['❤️', 'red heart'],
  ['💙', 'blue heart'],
  ['💚', 'green heart'],
  ['😀', 'grin'],
  ['😂', 'laugh, tears of joy'],
  ['😊', 'smile'],
  ['😍', 'heart eyes'],
  ['🤔', 'thinking'],
  ['😎', 'cool, sunglasses'],
  ['😢', 'cry, sad'],
  ['😡', 'angry'],
  ['🥳', 'party face'],
  ['🎉', 'party, celebrate'],
  ['🎁', 'gift, present'],
  ['🎂', 'cake, birthday'],
  ['🏆', 'trophy, winner'],
  ['🥇', 'gold medal'],
  ['⭐', 'star'],
  ['✨', 'sparkles'],
  ['🔥', 'fire'],
  ['💡', 'idea, light'],
  ['⚡', 'lightning'],
  ['🌈', 'rainbow'],
  ['☀️', 'sun'],
  ['🌙', 'moon'],
  ['🌱', 'plant, sprout'],
  ['🐛', 'bug'],
  ['✅', 'check, done, yes'],
  ['❌', 'cross, no'],
  ['⚠️', 'warning'],
  ['❗', 'important, exclamation'],
  ['❓', 'question'],
  ['ℹ️', 'information'],
  ['🔔', 'bell, notification'],
  ['📢', 'loudspeaker, announcement'],
  ['📣', 'megaphone'],
  ['📌', 'pin'],
  ['📎', 'paperclip'],
  ['📅', 'calendar, date'],
  ['⏰', 'alarm clock, time'],
  ['⏳', 'hourglass, wait'],
  ['📜', 'scroll, rules'],
  ['📚', 'books'],
  ['📝', 'note, memo'],
  ['🔗', 'link'],
  ['🔒', 'lock'],
  ['🔑', 'key'],
  ['🛡️', 'shield'],
  ['⚙️', 'gear, settings'],
  ['🛠️', 'tools'],
  ['🎫', 'ticket'],
  ['🎮', 'game'],
  ['🎵', 'music'],
  ['🎨', 'art, palette'],
  ['📷', 'camera'],
  ['🎬', 'film'],
  ['🚀', 'rocket, launch'],
  ['🌍', 'world'],
  ['💬', 'speech, chat'],
  ['➡️', 'right arrow'],
  ['⬅️', 'left arrow'],
  ['🆕', 'new'],
  ['1️⃣', 'one'],
  ['2️⃣', 'two'],
  ['3️⃣', 'three'],
]

const written = ({ id, name, animated }: ServerEmoji) => `<${animated ? 'a' : ''}:${name}:${id}>`

/** The picture tells emoji of the same name apart. It has no alternative text, because the name is beside it. */
function pictureOf({ id, animated }: ServerEmoji, address: Lookup['emoji']): Pick<ListChoice, 'icon'> {
  const src = address(id, animated)
  return src === undefined ? {} : { icon: <img src={src} alt="" loading="lazy" /> }
}

/**
 * The choices of an emoji picker; the values are as they are written in a text.
 * @param address the picture URL of a server's emoji
 */
export const emojiGroups = (own: readonly ServerEmoji[], address: Lookup['emoji']): ChoiceGroup[] => [
  { label: 'Usual', choices: common.map(([value, name]): ListChoice => ({ value, label: `${value} ${name}` })) },
  {
    label: 'Of this server',
    choices: own.map(
      (one): ListChoice => ({ value: written(one), label: `:${one.name}:`, ...pictureOf(one, address) }),
    ),
  },
]

/** An emoji as a field shows it: `🎫`, or `<:kiln:123>` for a server's own. */
export const emojiText = (emoji: EmojiDraft): string =>
  emoji === null
    ? ''
    : emoji.id === undefined
      ? (emoji.name ?? '')
      : written({ id: emoji.id, name: emoji.name ?? 'emoji', animated: emoji.animated ?? false })

/** The reverse of {@link emojiText}. Text that is not an emoji is kept, so that validation can report it. */
export function emojiOf(text: string): EmojiDraft {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const [, animated, name, id] = /^<(a?):(\w{2,32}):(\d{17,20})>$/.exec(trimmed) ?? []
  if (id === undefined) return { name: trimmed.slice(0, 64) }
  return { id, ...(name !== undefined && { name }), ...(animated === 'a' && { animated: true }) }
}
