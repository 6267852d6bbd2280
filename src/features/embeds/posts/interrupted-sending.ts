import { type APIEmbed, type APIMessage, EmbedType, Routes, SnowflakeUtil } from 'discord.js'
import type { Services } from '#kernel/feature.ts'
import { isRefusal } from '#kit/discord-errors.ts'
import type { MessageDraft } from '#kit/message/contract.ts'
import { messageAsJson } from '#kit/message/json/writing/contract.ts'
import { controlIds, filled } from './prepare.ts'
import { idBefore } from './request.ts'
import { postByMessage, type StoredPost } from './rows.ts'

/** What an interrupted sending has left in its channel; 'unsure' if a message there may or may not be it. */
type SearchResult = { is: 'sent'; found: APIMessage } | { is: 'unsure' } | { is: 'not-sent' }
type Likeness = 'same' | 'perhaps' | 'other'

/** The texts that people read, and the ids of controls: Discord adds much to a message, but changes none of these. */
const compared = new Set(['content', 'title', 'name', 'value', 'text', 'label', 'custom_id', 'description'])
const bare = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()

/** Texts by their path in a message. */
function textsIn(value: unknown, place = '', texts = new Map<string, string>()): Map<string, string> {
  if (typeof value !== 'object' || value === null) return texts
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'emoji') continue
    // The names of files among components are chosen by Discord.
    if (key === 'name' && !place.startsWith('.embeds')) continue
    if (typeof inner !== 'string') textsIn(inner, `${place}.${key}`, texts)
    else if (compared.has(key) && bare(inner) !== '') texts.set(`${place}.${key}`, bare(inner))
  }
  return texts
}

/** An embed that Discord made from a link is not one of the message's own. */
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

/** Whether a text contains, in order, the fixed parts of a draft whose placeholders were filled in when it was sent. */
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

/** The message as it would be sent now; or as it was written, if its sender is no longer known. */
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
  // The custom ids contain the id of this very message.
  if (idsOf(texts).join() !== ids.join()) return 'other'
  if (ids.length > 0) return 'same'
  const isAsNow = isEqual(textsOfDraft(id, filledNow(services, stored)), texts)
  const mayBe =
    [...texts.keys()].every(place => written.has(place)) &&
    [...written].every(([place, text]) => mayBeFilled(text, texts.get(place)))
  if (!isAsNow && !mayBe) return 'other'
  // The clocks may differ, so a message that seems older is not certain.
  return isAsNow && texts.size > 0 && SnowflakeUtil.timestampFrom(found.id) >= postedAt ? 'same' : 'perhaps'
}

/** Searches the channel for what an interrupted sending has left. Only a certain match is accepted. */
export async function findInterruptedPost(services: Services, stored: StoredPost): Promise<SearchResult> {
  const query = new URLSearchParams({ after: idBefore(stored.postedAt), limit: '100' })
  const route = Routes.channelMessages(stored.channelId)
  const asked = (await services.client.rest.get(route, { query }).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return undefined
  })) as APIMessage[] | undefined
  // Without the right to look there, it stays unknown; if the channel is gone, so is the message.
  if (!asked) return { is: services.client.channels.cache.has(stored.channelId) ? 'unsure' : 'not-sent' }
  const alike = asked
    .map(found => ({ found, is: likenessOf(services, stored, found) }))
    .filter(one => one.is !== 'other')
  const [first, second] = alike.filter(({ is }) => is === 'same')
  if (first && !second) return { is: 'sent', found: first.found }
  return { is: alike.length > 0 ? 'unsure' : 'not-sent' }
}
