import { type APIEmbed, type APIMessage, EmbedType, Routes, SnowflakeUtil } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { messageAsJson } from '#kit/message/json/writing/contract.ts'
import { controlIds, filled } from './prepare.ts'
import { idBefore } from './request.ts'
import { postByMessage, type StoredPost } from './rows.ts'

/** What a sending that was cut off has left in its channel; unsure where something there may be it, or may not. */
type Left = { is: 'sent'; found: APIMessage } | { is: 'unsure' } | { is: 'not-sent' }
type Likeness = 'same' | 'perhaps' | 'other'

/** What people read, and what names a control: Discord adds much, but changes none of these. */
const compared = new Set(['content', 'title', 'name', 'value', 'text', 'label', 'custom_id', 'description'])
const bare = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()

/** Texts by their place in a message. */
function textsIn(value: unknown, place = '', texts = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) return texts
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'emoji') continue
    // A file among components is named by Discord.
    if (key === 'name' && !place.startsWith('.embeds')) continue
    if (typeof inner !== 'string') textsIn(inner, `${place}.${key}`, texts)
    else if (compared.has(key) && bare(inner) !== '') texts.set(`${place}.${key}`, bare(inner))
  }
  return texts
}

/** What Discord makes of a link is none of the message's own embeds. */
const isOwn = ({ type = EmbedType.Rich }: APIEmbed) => type === EmbedType.Rich

const textsOfFound = ({ content, embeds, components }: APIMessage) =>
  textsIn({ content, embeds: embeds.filter(isOwn), components })

function textsOfDraft(id: string, message: MessageDraft): Map<string, string> {
  const json = messageAsJson(message, controlIds(id, message))
  return textsIn(message.suppress_embeds ? { ...json, embeds: [] } : json)
}

const idsOf = (texts: Map<string, string>) =>
  [...texts].flatMap(([place, text]) => (place.endsWith('.custom_id') ? [text] : [])).toSorted()

const isEqual = (one: Map<string, string>, other: Map<string, string>) =>
  one.size === other.size && [...one].every(([place, text]) => other.get(place) === text)

/** Whether a text has, in their order, the parts of one whose placeholders were filled when it was sent. */
function mayBeFilled(draft: string, text: string | undefined): boolean {
  const parts = draft.split(/\{[\w.:]{1,40}\}/)
  if (parts.length === 1) return draft === text
  let from = 0
  for (const part of parts) {
    const at = (text ?? '').indexOf(part.trim(), from)
    if (at < 0) return false
    from = at + part.trim().length
  }
  return true
}

/** The message as it would be sent now; as it was written where its sender is not known any more. */
function filledNow({ client }: Services, { guildId, postedById, message }: StoredPost): MessageDraft {
  const guild = client.guilds.cache.get(guildId)
  const member = guild?.members.cache.get(postedById ?? '')
  return guild && member ? filled({ guild, member }, message) : message
}

function likenessOf(services: Services, stored: StoredPost, found: APIMessage): Likeness {
  const { guildId, id, sender, message, postedAt } = stored
  const { application, user } = services.client
  const isOurs = sender
    ? found.application_id === application.id &&
      found.webhook_id !== undefined &&
      bare(found.author.username) === bare(sender.name)
    : found.author.id === user.id
  if (!isOurs || postByMessage(services, guildId, found.id)) return 'other'
  if (found.attachments.length > message.attachments.length) return 'other'
  const [texts, written] = [textsOfFound(found), textsOfDraft(id, message)]
  const ids = idsOf(written)
  // They carry the id of this very message.
  if (idsOf(texts).join() !== ids.join()) return 'other'
  if (ids.length > 0) return 'same'
  const isAsNow = isEqual(textsOfDraft(id, filledNow(services, stored)), texts)
  const mayBe =
    [...texts.keys()].every(place => written.has(place)) &&
    [...written].every(([place, text]) => mayBeFilled(text, texts.get(place)))
  if (!isAsNow && !mayBe) return 'other'
  // The clocks may differ, so it is not certain of what seems older.
  return isAsNow && texts.size > 0 && SnowflakeUtil.timestampFrom(found.id) >= postedAt ? 'same' : 'perhaps'
}

/** Looks for what a sending that was cut off has left. Only what is certain is taken for it. */
export async function leftBehind(services: Services, stored: StoredPost): Promise<Left> {
  const query = new URLSearchParams({ after: idBefore(stored.postedAt), limit: '100' })
  const route = Routes.channelMessages(stored.channelId)
  const asked = (await services.client.rest.get(route, { query }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return undefined
  })) as APIMessage[] | undefined
  // Who may not look there cannot know; what stood in a channel that is gone is gone.
  if (!asked) return { is: services.client.channels.cache.has(stored.channelId) ? 'unsure' : 'not-sent' }
  const alike = asked
    .map(found => ({ found, is: likenessOf(services, stored, found) }))
    .filter(one => one.is !== 'other')
  const [first, second] = alike.filter(({ is }) => is === 'same')
  if (first && !second) return { is: 'sent', found: first.found }
  return { is: alike.length > 0 ? 'unsure' : 'not-sent' }
}
