import type { GuildMember } from 'discord.js'
import type { Context } from '#kernel/feature.ts'
import { channelName } from '#kernel/rights/channel-rights.ts'
import { isHidden } from '#kit/hidden-channel.ts'
import type tickets from '../contract.ts'
import type { Panel } from './contract.ts'
import { carrierOf, messageHash, messageOf } from './message.ts'
import { openedFrom, type StoredPanel } from './rows.ts'

type Ctx = Context<typeof tickets> & { member: GuildMember }

function channelInfo({ guild, member }: Ctx, id: string | null): Panel['channel_info'] {
  const channel = id === null ? undefined : guild.channels.cache.get(id)
  return channel && !isHidden(channel) ? { name: channelName(channel, member) } : null
}

/** Returns panels in the form of the documented calls, for the viewer. */
export function shownPanels(ctx: Ctx, panels: readonly StoredPanel[]): Panel[] {
  const opened = openedFrom(ctx, ctx.guild.id)
  return panels.map(panel => {
    const carrier = carrierOf(ctx, panel)
    return {
      ...panel.design,
      id: panel.id,
      message_id: carrier.messageId,
      created_at: panel.createdAt,
      channel_info: channelInfo(ctx, panel.design.channel_id),
      revision: panel.revision,
      opened: opened.get(panel.id) ?? 0,
      deployed_at: carrier.deployedAt,
      message_missing: carrier.messageMissing,
      outdated: carrier.messageId !== null && carrier.deployedAs !== messageHash(messageOf(ctx, carrier)),
    }
  })
}

/** @throws Error if there is none, which cannot happen */
export function shownPanel(ctx: Ctx, panel: StoredPanel): Panel {
  const [shown] = shownPanels(ctx, [panel])
  if (!shown) throw new Error('a panel was lost on its way')
  return shown
}
