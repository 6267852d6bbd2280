import { ChannelType } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import type { ConfigurationProblem, Requirement } from '#kit/requirement.ts'
import { inert } from '#kit/template.ts'
import type tickets from '../contract.ts'
import { categoriesFor, isFull, serverIsFull } from './category.ts'
import { deletedReferences } from './deleted-references.ts'
import { panelsOf } from './rows.ts'

type Ctx = Context<typeof tickets>

const deployed = (ctx: Ctx) => panelsOf(ctx, ctx.guild.id).filter(({ messageId }) => messageId !== null)

function* needed(ctx: Ctx): Generator<Requirement> {
  const posted = deployed(ctx)
  for (const { design, messageChannelId: channelId } of posted) {
    if (channelId === null) continue
    const why = 'to post and change ticket panels'
    const of = `the ticket panel ${inert(design.title)}`
    for (const permission of ['ViewChannel', 'SendMessages', 'EmbedLinks'] as const)
      yield { permission, channelId, why, of }
    if (design.kind === 'channel') continue
    for (const permission of ['CreatePrivateThreads', 'SendMessagesInThreads'] as const)
      yield { permission, channelId, of, why: 'to open tickets as private threads' }
  }
  if (posted.some(({ design }) => design.kind === 'channel'))
    yield { permission: 'ManageChannels', why: 'to create channels for tickets' }
  const { logChannel, autoPinTicket, transcriptsEnabled, transcriptChannel } = ctx.own
  if (posted.length > 0 && autoPinTicket)
    yield { permission: 'PinMessages', setting: 'autoPinTicket', why: 'to pin the opening message of tickets' }
  if (transcriptsEnabled && transcriptChannel !== null)
    for (const permission of ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles'] as const)
      yield { permission, channelId: transcriptChannel, setting: 'transcriptChannel', why: 'to post transcripts' }
  if (logChannel === null) return
  const log = { channelId: logChannel, setting: 'logChannel', why: 'to log tickets' }
  for (const permission of ['ViewChannel', 'SendMessages', 'EmbedLinks'] as const) yield { permission, ...log }
}

/** Returns the permissions that the configured tickets need in Discord. */
export const requires = (ctx: Ctx): Requirement[] => [...needed(ctx)]

function* found(ctx: Ctx): Generator<ConfigurationProblem> {
  yield* deletedReferences(ctx)
  const posted = deployed(ctx)
  for (const { design, messageMissing } of posted)
    if (messageMissing)
      yield {
        title: `The message of the panel ${inert(design.title)} was deleted`,
        repair: 'Redeploy it on the page of ticket panels, or delete the panel.',
      }
  const inChannels = posted.filter(({ design }) => design.kind === 'channel')
  if (inChannels.length > 0 && serverIsFull(ctx.guild))
    yield {
      title: 'No ticket can be opened: the server has 500 channels',
      repair: 'Delete channels, or use private threads.',
    }
  const isThere = (id: string) => ctx.guild.channels.cache.get(id)?.type === ChannelType.GuildCategory
  const full = inChannels.filter(({ design }) => {
    const ids = categoriesFor(ctx.own, design).filter(isThere)
    return ids.length > 0 && ids.every(id => isFull(ctx.guild, id))
  })
  for (const { design } of full)
    yield {
      title: `All categories for tickets of ${inert(design.title)} are full`,
      repair: 'Add another category for open tickets. Until then they appear above all categories.',
    }
}

/** Returns other problems that keep tickets from being opened as configured. */
export const problems = (ctx: Ctx): ConfigurationProblem[] => [...found(ctx)]
