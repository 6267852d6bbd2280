import type { Guild, MessageReaction, PartialMessageReaction, PartialUser, User } from 'discord.js'
import { z } from 'zod'
import { inLane } from '#kernel/discord/lanes.ts'
import { type Context, job, jobHandle, type Services } from '#kernel/feature.ts'
import { isOutage } from '#kit/discord-errors.ts'
import { snowflake } from '#contract'
import type reactionroles from '../contract.ts'
import { emojiKey, typedKey } from '../menus/contract.ts'
import { menusAt } from '../menus/rows.ts'
import { choose, type ChoiceMade, isWrittenDown } from './choose.ts'
import { acts } from './contract.ts'
import { forgetReactions } from './rows.ts'

type Ctx = Context<typeof reactionroles>
type Reaction = MessageReaction | PartialMessageReaction

const missed = z.object({ menuId: z.string(), choiceId: z.string(), userId: snowflake, act: acts })
const missing = jobHandle(missed)
const keyOf = (guildId: string, { menuId, choiceId, userId }: ChoiceMade) =>
  `${guildId}/${menuId}/${choiceId}/${userId}`
const againMs = 5000

/** The choices that a reaction on a message represents. */
function* choicesOf(services: Services, guildId: string, messageId: string, emoji: string) {
  for (const menu of menusAt(services, guildId, messageId)) {
    if (menu.deployedKind !== 'reactions') continue
    const choice = menu.design.choices.find(one => typedKey(one.emoji) === emoji)
    if (choice) yield { menu, choice }
  }
}

/**
 * Makes a choice; if it was stored, it must not be made again, since a second attempt would be judged by the first
 * one's result.
 */
async function chooseOnce(services: Services, guild: Guild, chosen: ChoiceMade): Promise<void> {
  try {
    await choose(services, guild, chosen)
  } catch (error) {
    if (!isWrittenDown(error)) throw error
  }
}

/** Handles a reaction; retries if its member could not be looked up. Only the last one counts. */
async function handleReaction(services: Services, guildId: string, chosen: ChoiceMade): Promise<void> {
  const guild = services.client.guilds.cache.get(guildId)
  if (!guild) return
  try {
    await inLane('answers', () => chooseOnce(services, guild, chosen))
    // This replaces an earlier reaction that is waiting to be retried.
    services.scheduler.cancel(missing, keyOf(guildId, chosen))
  } catch (error) {
    if (!isOutage(error)) throw error
    const at = services.now() + againMs
    services.scheduler.at(missing, { at, guildId, key: keyOf(guildId, chosen), payload: chosen })
  }
}

/** Handles reactions that arrived while Discord did not answer. */
export const heedLater = job({
  handle: missing,
  payload: missed,
  lane: 'answers',
  promise: ({ userId }) => `give <@${userId}> the roles that they chose by a reaction, or take them back`,
  async run(services, chosen, { guildId }) {
    const guild = services.client.guilds.cache.get(guildId ?? '')
    if (guild) await chooseOnce(services, guild, chosen)
  },
})

export const cancelHeeding = ({ scheduler }: Services, guildId: string, chosen: Omit<ChoiceMade, 'act'>): void =>
  void scheduler.cancel(missing, keyOf(guildId, { ...chosen, act: 'add' }))

const onReaction =
  (act: 'add' | 'remove') =>
  (ctx: Ctx, { emoji, message }: Reaction, reactor: User | PartialUser): Promise<void> | undefined => {
    if (reactor.id === ctx.client.user.id || reactor.bot) return undefined
    const found = [...choicesOf(ctx, ctx.guild.id, message.id, emojiKey(emoji))]
    if (found.length === 0) return undefined
    return (async () => {
      for (const { menu, choice } of found)
        await handleReaction(ctx, ctx.guild.id, { menuId: menu.id, choiceId: choice.id, userId: reactor.id, act })
    })()
  }

export const added = onReaction('add')
export const removed = onReaction('remove')

/** Somebody cleared all reactions: members keep their roles. */
export function allRemoved(ctx: Ctx, messageId: string): void {
  for (const { id } of menusAt(ctx, ctx.guild.id, messageId)) forgetReactions(ctx, ctx.guild.id, id)
}

/** The same for one emoji. */
export function emojiRemoved(ctx: Ctx, { emoji, message }: Reaction): void {
  for (const { menu, choice } of choicesOf(ctx, ctx.guild.id, message.id, emojiKey(emoji)))
    forgetReactions(ctx, ctx.guild.id, menu.id, choice.id)
}
