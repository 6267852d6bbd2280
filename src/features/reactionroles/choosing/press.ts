import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { component, type ComponentContext, processState } from '#kernel/feature.ts'
import { upTo } from '#kit/cache-capacity.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import reactionroles from '../contract.ts'
import { resetLater } from '../menus/reset-later.ts'
import { menuOf } from '../menus/rows.ts'
import { answerTo, choose } from './choose.ts'

type Ctx = ComponentContext<typeof reactionroles>

/** Two presses within this are one: of a double click, the second does nothing. */
const doubleMs = 3000

const presses = processState(() => new LRUCache<string, { at: number; told: Promise<string> }>(upTo(10_000)))

export const notOffered = () => new UserError('reactionroles.not-offered', 'This choice is not offered any more.', 404)

async function chosen(ctx: Ctx, menuId: string, choiceId: string): Promise<string> {
  const { guild, member } = ctx
  const result = await choose(ctx, guild, { menuId, choiceId, userId: member.id, act: 'press' }, { known: member })
  if (!result) throw notOffered()
  return answerTo(ctx, result)
}

/** What somebody is told; of a double click once more. */
function once(ctx: Ctx, key: string, work: () => Promise<string>): Promise<string> {
  const known = presses(ctx).get(key)
  const now = ctx.now()
  if (known && now - known.at < doubleMs) return known.told
  const told = work()
  presses(ctx).set(key, { at: now, told })
  // What went wrong is tried anew.
  told.catch(() => presses(ctx).delete(key))
  return told
}

/** One press of a choice, wherever its button stands. @returns what they are told */
export const pressOnce = (ctx: Ctx, menuId: string, choiceId: string): Promise<string> =>
  once(ctx, `${ctx.guild.id}/${menuId}/${choiceId}/${ctx.member.id}`, () => chosen(ctx, menuId, choiceId))

const isStanding = (ctx: Ctx, menuId: string): boolean => {
  const menu = menuOf(ctx, ctx.guild.id, menuId)
  return menu?.messageId === ctx.interaction.message?.id && menu?.deployedKind !== 'reactions'
}

/** On a menu of buttons. */
export const pressChoice = component(reactionroles, 'press', {
  kind: 'button',
  pressedBy: 'anyone',
  needs: [],
  ack: 'ephemeral',
  data: z.object({ menuId: z.string(), choiceId: z.string() }),
  async run(ctx, { menuId, choiceId }) {
    if (!isStanding(ctx, menuId)) throw notOffered()
    await ctx.answer(success(await pressOnce(ctx, menuId, choiceId)))
  },
})

/** On a menu with a select: each of its values is a press of that choice, in the order of the menu. */
export const pickChoices = component(reactionroles, 'pick', {
  kind: 'select',
  pressedBy: 'anyone',
  needs: [],
  ack: 'ephemeral',
  data: z.object({ menuId: z.string() }),
  async run(ctx, { menuId }) {
    if (!isStanding(ctx, menuId)) throw notOffered()
    const { guild, member, interaction } = ctx
    resetLater(ctx, guild.id, menuId)
    const order = menuOf(ctx, guild.id, menuId)?.design.choices ?? []
    const picked = order.filter(({ id }) => interaction.values.includes(id))
    if (picked.length === 0) throw notOffered()
    const key = `${guild.id}/${menuId}/${picked.map(({ id }) => id).join('+')}/${member.id}`
    const lines = await once(ctx, key, async () => {
      const told: string[] = []
      for (const { id } of picked) told.push(await chosen(ctx, menuId, id))
      return told.join('\n')
    })
    await ctx.answer(success(lines))
  },
})
