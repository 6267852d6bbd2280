import { type APIOverwrite, ChannelType } from 'discord-api-types/v10'
import type { Sandbox } from '../../context.ts'
import { overwritesOf } from '../lookup.ts'
import { isThread } from '../permissions.ts'
import type { ChannelState, GuildState } from '../state.ts'
import { announceChannel, childrenOf } from './store.ts'

/**
 * A channel is in sync with its category while both have the same overwrites; there is no mark for it. When those of
 * the category change, the channel's follow, each with a CHANNEL_UPDATE and without an entry of its own.
 * Source: Discord's documentation, "Permission Syncing"; whether edits by bots are followed, too, is a condition.
 */
export function syncChildren(
  sandbox: Sandbox,
  state: GuildState,
  { channel: category }: ChannelState,
  before: readonly APIOverwrite[],
): void {
  if (category.type !== ChannelType.GuildCategory || !sandbox.conditions.syncedChannelsFollow) return
  const old = canonicalText(before)
  for (const child of childrenOf(sandbox, state, category.id)) {
    if (isThread(child.channel.type) || canonicalText(overwritesOf(child.channel)) !== old) continue
    const permission_overwrites = overwritesOf(category).map(one => ({ ...one }))
    child.channel = { ...child.channel, permission_overwrites } as typeof child.channel
    announceChannel(sandbox, child)
  }
}

/**
 * A text that is equal for the same overwrites in any order. An empty overwrite counts, as it does for Discord's
 * clients.
 */
const canonicalText = (overwrites: readonly APIOverwrite[]): string =>
  overwrites
    .map(({ id, type, allow, deny }) => `${id} ${type} ${allow} ${deny}`)
    .toSorted()
    .join()
