import { ChannelType, OverwriteType, PermissionFlagsBits as P } from 'discord-api-types/v10'
import { ChannelFlags, type Guild } from 'discord.js'
import { hiddenChannels } from '#sandbox/world/channels/obfuscation.ts'
import { createHarness, type Harness, type HarnessOptions } from './harness.ts'
import { textOf } from './member.ts'
import { until } from './until.ts'
import type { Visitor } from './visitor.ts'

/** The errors that Discord may answer for a channel that the bot cannot view. */
export const unseenAnswers = ['missing-access', 'unknown-channel'] as const

/** A server in which channels can be hidden from the bot. */
export interface HiddenStage {
  app: Harness
  general: string
  /** Ids of every channel except the one where commands are given. */
  others: string[]
  /** The id of the channel that every setting for a text channel names. */
  chosen: string
  owner: Visitor
  /** Manages the server, without being its administrator. */
  manager: Visitor
  /** The server as the product knows it. */
  guild(): Guild | undefined
  /** Hides a channel from the bot and waits until the product knows. */
  hide(id: string): Promise<void>
  show(id: string): Promise<void>
  /** Sends a message as the owner. @returns the bot's answer */
  said(text: string): Promise<string>
}

/** The name of each channel in `others`. */
export const roomName = (place: number) => `quartz-${place}-room`

export async function hiddenStage(
  answer: (typeof unseenAnswers)[number],
  options: Pick<HarnessOptions, 'now'> = {},
): Promise<HiddenStage> {
  const app = await createHarness({ ...options, sandbox: { conditions: { hiddenChannels: { masked: true, answer } } } })
  const boss = app.as('owner')
  const general = app.channel('general')
  const chosen = app.channel('woodwork')
  const state = app.sandbox.context.world.guilds.get(app.guildId)
  const isListed = (id: string) => {
    const type = app.sandbox.context.world.channels.get(id)?.channel.type
    return type !== undefined && type !== ChannelType.PublicThread && type !== ChannelType.PrivateThread
  }
  const others = [...(state?.channelIds ?? [])].filter(id => id !== general && isListed(id))
  const guild: HiddenStage['guild'] = () => app.product.services.client.guilds.cache.get(app.guildId)
  const cached = (id: string) => guild()?.channels.cache.get(id)
  const isMasked = (id: string) => cached(id)?.flags.has(ChannelFlags.ChannelObfuscated) === true
  const truth = () => (state ? hiddenChannels(app.sandbox.context, state, app.botId) : new Set<string>())
  const known = () =>
    until('the product to know what it sees', () => others.every(id => isMasked(id) === truth().has(id)))
  for (const [place, id] of others.entries()) await boss.rest('PATCH', `/channels/${id}`, { name: roomName(place) })
  await until('the product to know the names', () => others.every((id, place) => cached(id)?.name === roomName(place)))
  const { id: roleId } = await boss.rest<{ id: string }>('POST', `/guilds/${app.guildId}/roles`, {
    name: 'Manager',
    permissions: String(P.ManageGuild | P.ManageMessages),
  })
  await boss.rest('PUT', `/guilds/${app.guildId}/members/${app.as('member2').userId}/roles/${roleId}`)
  const [owner, manager] = [await app.signIn('owner'), await app.signIn('member2')]
  await until(
    'the manager to manage',
    async () => (await manager.call('GET', `/api/guild/${app.guildId}/history`)).status === 200,
  )
  return {
    app,
    general,
    others,
    chosen,
    owner,
    manager,
    guild,
    async hide(id) {
      const deny = { type: OverwriteType.Member, allow: '0', deny: String(P.ViewChannel) }
      await boss.rest('PUT', `/channels/${id}/permissions/${app.botId}`, deny)
      await known()
    },
    async show(id) {
      const allow = { type: OverwriteType.Member, allow: String(P.ViewChannel | P.Connect), deny: '0' }
      await boss.rest('PUT', `/channels/${id}/permissions/${app.botId}`, allow)
      await known()
    },
    said: async text => textOf(await app.answerTo(await boss.say(general, text))),
  }
}
