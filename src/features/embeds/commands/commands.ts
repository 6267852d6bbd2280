import { ChannelType, type GuildBasedChannel } from 'discord.js'
import { type CommandContext, command, option } from '#kernel/feature.ts'
import { demandInChannel } from '#kernel/rights/channel-rights.ts'
import { UserError } from '#kit/errors.ts'
import { emptyEmbed, emptyMessage, type MessageDraft } from '#kit/message/contract.ts'
import { success } from '#kit/notices.ts'
import type embeds from '../contract.ts'
import { saveDraft, visibleDraft } from '../drafts/drafts.ts'
import { pingable } from '../posts/pings.ts'
import { filled } from '../posts/prepare.ts'
import { sendMessage } from '../posts/send.ts'
import { targetChannel } from '../posts/target-channel.ts'
import { builderView } from './builder.ts'

type Ctx = CommandContext<typeof embeds>
const here = command<typeof embeds>()
const channelTypes = [ChannelType.GuildText, ChannelType.GuildAnnouncement, ChannelType.GuildVoice] as const
const alone = { ephemeral: true }

/** Somebody who speaks through the bot must be able to manage messages in that channel. */
async function demandTarget(ctx: Ctx, channel: GuildBasedChannel): Promise<string> {
  await demandInChannel(channel, ctx.member, ['ViewChannel', 'SendMessages', 'ManageMessages'])
  if (!targetChannel(ctx, channel.id))
    throw new UserError('embeds.channel-kind', 'Messages are sent in text, announcement and voice channels.')
  return channel.id
}

async function sendNow(ctx: Ctx, channelId: string, message: MessageDraft) {
  await ctx.defer(alone)
  const pings = await pingable(ctx, channelId, { sender: null, message: filled(ctx, message) })
  const order = { key: `call-${ctx.callId}`, name: '', channelId, sender: null, message, pings, draftId: null }
  await sendMessage(ctx, order, 'command')
  return ctx.reply(success(`Sent to <#${channelId}>.`), alone)
}

/** Shows an empty embed with the buttons for writing it. */
function begin(ctx: Ctx, channelId: string) {
  const id = `call-${ctx.callId}`
  saveDraft(ctx, {
    id,
    name: '',
    channelId,
    sender: null,
    message: emptyMessage,
    postId: null,
    onlyYou: true,
    revision: 0,
  })
  return ctx.reply(builderView(ctx, visibleDraft(ctx, id)), alone)
}

const needs = ['ManageMessages'] as const
const whereFirst = 'The channel comes first; `here` is this one.'

export const embed = here({
  needs,
  botNeeds: ['EmbedLinks'],
  cooldown: 3,
  description: 'Sends an embed to a channel: with this text, or written step by step',
  options: {
    channel: option.channel('where it is sent', { channelTypes, instead: whereFirst }),
    text: option.rest('its description; without one it is written step by step', { optional: true }),
  },
  examples: ['#announcements', '#announcements Benches open at ten.'],
  async run(ctx, { channel, text }) {
    const channelId = await demandTarget(ctx, channel)
    if (text === undefined) return begin(ctx, channelId)
    return sendNow(ctx, channelId, { ...emptyMessage, embeds: [{ ...emptyEmbed, description: text }] })
  },
})

export const say = here({
  needs,
  cooldown: 3,
  description: 'Says something in a channel through the bot',
  options: {
    channel: option.channel('where it is said', { channelTypes, instead: whereFirst }),
    text: option.rest('what is said; without it an embed is written step by step', { optional: true }),
  },
  slash: false,
  examples: ['#general Benches open at ten.'],
  async run(ctx, { channel, text }) {
    const channelId = await demandTarget(ctx, channel)
    if (text === undefined) return begin(ctx, channelId)
    return sendNow(ctx, channelId, { ...emptyMessage, content: text })
  },
})
