import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { component, type ComponentContext, processState } from '#kernel/feature.ts'
import { entryLimit } from '#kit/cache-capacity.ts'
import { since } from '#kit/clock.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import reactionroles from '../contract.ts'
import { resetLater } from '../menus/reset-later.ts'
import { menuOf } from '../menus/rows.ts'
import { answerTo, chooseAll, isWrittenDown } from './choose.ts'

type Ctx = ComponentContext<typeof reactionroles>

/**
 * A repeated press, while one is in progress or within this time (ms) after its answer, is ignored: the second half of
 * a double click does nothing.
 */
const doubleMs = 3000

/** A member's last press at a menu; choosing something else in between makes the next press a new one. */
interface Press {
  /** The ids of the choices. */
  choices: string
  /** When they got an answer; undefined while it is in progress. */
  toldAt: number | undefined
  /** Whether an outage has left part of it to be done later. */
  isCutOff: boolean
  told: Promise<string>
}
const presses = processState(() => new LRUCache<string, Press>(entryLimit(10_000)))

export const notOffered = () => new UserError('reactionroles.not-offered', 'This choice is not offered any more.', 404)

async function chosen(ctx: Ctx, menuId: string, choiceIds: readonly string[], isRepeated: boolean): Promise<string> {
  const { guild, member } = ctx
  const choosing = { menuId, choiceIds, userId: member.id, act: 'press' } as const
  const results = await chooseAll(ctx, guild, choosing, { known: member, isRepeated })
  if (!results) throw notOffered()
  return results.map(one => answerTo(ctx, one)).join('\n')
}

/** The answer to a press; a double click gets the same one again. */
function once(ctx: Ctx, menuId: string, choiceIds: readonly string[]): Promise<string> {
  const key = `${ctx.guild.id}/${menuId}/${ctx.member.id}`
  const choices = choiceIds.join('+')
  const known = presses(ctx).get(key)
  const isSame = known?.choices === choices
  if (isSame && (known.toldAt === undefined || since(known.toldAt, ctx.now()) < doubleMs)) return known.told
  const told = chosen(ctx, menuId, choiceIds, isSame && known.isCutOff)
  const press: Press = { choices, toldAt: undefined, isCutOff: false, told }
  presses(ctx).set(key, press)
  const isTold = () => void (press.toldAt = ctx.now())
  press.told.then(isTold, (error: unknown) => {
    // A failed press can be repeated; one that will be completed automatically cannot.
    if (isWrittenDown(error)) {
      press.isCutOff = true
      isTold()
    } else if (presses(ctx).peek(key) === press) presses(ctx).delete(key)
  })
  return press.told
}

/** Handles one press of a choice, in whatever message its button is. @returns the answer */
export const pressOnce = (ctx: Ctx, menuId: string, choiceId: string): Promise<string> => once(ctx, menuId, [choiceId])

const isStanding = (ctx: Ctx, menuId: string): boolean => {
  const menu = menuOf(ctx, ctx.guild.id, menuId)
  return menu?.messageId === ctx.interaction.message?.id && menu?.deployedKind !== 'reactions'
}

/** Handles a press on a menu of buttons. */
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

/** Handles a menu with a select: each selected value is a press of that choice, in the order of the menu. */
export const pickChoices = component(reactionroles, 'pick', {
  kind: 'select',
  pressedBy: 'anyone',
  needs: [],
  ack: 'ephemeral',
  data: z.object({ menuId: z.string() }),
  async run(ctx, { menuId }) {
    if (!isStanding(ctx, menuId)) throw notOffered()
    const { guild, interaction } = ctx
    resetLater(ctx, guild.id, menuId)
    const order = menuOf(ctx, guild.id, menuId)?.design.choices ?? []
    const picked = order.filter(({ id }) => interaction.values.includes(id))
    if (picked.length === 0) throw notOffered()
    const ids = picked.map(({ id }) => id)
    await ctx.answer(success(await once(ctx, menuId, ids)))
  },
})
