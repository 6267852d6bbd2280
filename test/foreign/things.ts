import { randomUUID } from 'node:crypto'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { emptyMessage } from '#kit/message/contract.ts'
import type { Harness } from '../harness.ts'
import { until } from '../until.ts'
import type { Visitor } from '../visitor.ts'

/** The things in a server, by the names that paths use for them. */
export type Things = Readonly<Record<string, string>>

/**
 * Makes one of everything with an id that people can make in a server.
 * @param manager may do all of that there
 * @param word part of every name and text, so that it can be found wherever it appears
 */
export async function makeThings(
  harness: Harness,
  { guildId, manager, login, word }: { guildId: string; manager: Visitor; login: string; word: string },
): Promise<Things> {
  const { context } = harness.sandbox
  const me = harness.as(login)
  const post = async <T>(path: string, body: object, method = 'POST'): Promise<T> => {
    const { status, body: answer } = await manager.call(method, `/api/guild/${guildId}${path}`, body)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`)
    return answer as T
  }
  const made = async (kind: string, body: object) =>
    (await me.rest<{ id: string }>('POST', `/guilds/${guildId}/${kind}`, body)).id
  const channelId = await made('channels', { name: `channel-${word}`, type: 0 })
  const voiceId = await made('channels', { name: `voice-${word}`, type: 2 })
  const groupId = await made('channels', { name: `group-${word}`, type: 4 })
  const roleId = await made('roles', { name: `role-${word}`, permissions: '0' })
  const userId = createAccount(context, `person-${word}`)
  joinGuild(context, userId, guildId)
  const otherId = createAccount(context, `other-${word}`)
  joinGuild(context, otherId, guildId)
  const guild = () => harness.product.services.client.guilds.cache.get(guildId)
  await until('all of it to be known', () => guild()?.channels.cache.has(groupId) && guild()?.roles.cache.has(roleId))
  const pixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const emojiId = await made('emojis', { name: `emoji_${word}`, image: pixel })
  const message = await me.say(channelId, `said ${word}`)

  // The tests let days pass; tickets of this panel are not closed meanwhile.
  const design = { title: `panel ${word}`, channel_id: channelId, max_open: 0, max_duration: 0 }
  const { panel } = await post<{ panel: { id: string } }>('/tickets/panels', design)
  const { category } = await post<{ category: { id: string } }>('/tickets/categories', {
    type: 'open',
    categoryName: `category ${word}`,
  })
  await post('/tickets/tags', { name: `tag-${word}`, text: `text ${word}`, words: [] })
  const ticketFor = async (memberId: string) => {
    const wish = { panelId: panel.id, memberId, key: randomUUID(), reason: `reason ${word}` }
    const { ticketId } = await post<{ ticketId: number }>('/tickets/open-for', wish)
    return { ticketId, channelId: channelOf(ticketId) }
  }
  const one = <T>(sql: string, ...values: unknown[]) =>
    harness.product.services.db.$client.prepare<unknown[], T>(sql).get(...values)
  const channelOf = (id: number) => one<{ at: string }>('select channel_id at from tickets where id = ?', id)?.at ?? ''
  const open = await ticketFor(userId)
  const closed = await ticketFor(otherId)
  const file = new File([`file ${word}`], `file-${word}.txt`)
  for (const { channelId: at } of [open, closed]) await me.say(at, `answer ${word}`, {}, [file])
  const attachment = (id: number) =>
    one<{ id: string }>("select id from ticket_attachments where ticket_id = ? and state = 'kept'", id)?.id
  const attachmentId = await until('its file', () => attachment(closed.ticketId))
  await until('its file', () => attachment(open.ticketId))
  await post(`/tickets/ticket/${closed.ticketId}/close`, {})
  const transcriptId = await until(
    'its transcript',
    () => one<{ id: string }>('select id from ticket_transcripts where ticket_id = ?', closed.ticketId)?.id,
  )

  const { menu } = await post<{ menu: { id: string } }>('/reactionroles/menus', {
    name: `menu ${word}`,
    channel_id: channelId,
    content: `menu ${word}`,
    choices: [{ id: 'one', role_id: roleId, emoji: '🌱', label: `choice ${word}` }],
  })
  const { automation } = await post<{ automation: { id: string } }>('/automations/list', {
    name: `automation ${word}`,
    trigger: { kind: 'message' },
    actions: [{ id: 'one', kind: 'reply', text: `reply ${word}` }],
  })
  const { command } = await post<{ command: { id: string } }>('/customcommands/commands', {
    name: `command-${word}`,
    answers: [{ ...emptyMessage, content: `command ${word}` }],
  })
  const draft = {
    id: randomUUID().replaceAll('-', ''),
    revision: 0,
    name: `draft ${word}`,
    message: { ...emptyMessage, content: `draft ${word}` },
  }
  const saved = await post<{ draft: { id: string } }>('/embeds/drafts', draft)
  const sent = await post<{ post: { id: string } }>('/embeds/posts', {
    key: randomUUID(),
    name: `post ${word}`,
    channelId,
    message: { ...emptyMessage, content: `post ${word}` },
  })
  return {
    channelId,
    voiceId,
    groupId,
    roleId,
    userId,
    emojiId,
    messageId: message.id,
    link: `https://discord.com/channels/${guildId}/${channelId}/${message.id}`,
    panelId: panel.id,
    categoryId: category.id,
    name: `tag-${word}`,
    ticketId: String(open.ticketId),
    closedTicketId: String(closed.ticketId),
    attachmentId,
    transcriptId,
    menuId: menu.id,
    automationId: automation.id,
    commandId: command.id,
    draftId: saved.draft.id,
    postId: sent.post.id,
  }
}
