import { hash } from 'node:crypto'
import type { User } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import type { Option, Parts } from '#kernel/feature.ts'
import { readPlain } from '#kernel/commands/values.ts'
import { demandPermissions } from '#kernel/rights/permissions.ts'
import { caseByKey } from '../cases/earlier-case.ts'
import { keepNote } from '../cases/keep-note.ts'
import { quickReason } from '../cases/quick-reason.ts'
import { banDuration, timeoutDuration } from '../commands/durations.ts'
import type moderation from '../contract.ts'
import type { SanctionKind } from '../contract.ts'
import { currentMember } from '../permissions/demand-permission.ts'
import { type OrderedBy, orderSanction } from '../sanctions/by-moderator.ts'
import { notInServer } from '../sanctions/discord-action.ts'
import { endTimeout } from '../sanctions/end-timeout.ts'
import { liftBan } from '../sanctions/lift-ban.ts'
import { outcomeSentences } from '../sanctions/outcome-message.ts'
import { nowFor } from '../sanctions/apply-sanction.ts'
import { onPage } from '../sanctions/surface.ts'
import { type MemberAct, memberActEndpoints, secondsOf } from './contract.ts'
import { forPage } from './for-page.ts'
import { offeredActs } from './offers.ts'

type Routes = NonNullable<Parts<typeof moderation>['routes']>
type Ctx = Parameters<Routes['memberActs']>[0]
type Press = Omit<Ctx, 'query' | 'body'>

interface Whom {
  user: User
  /** Their name in this server. */
  name: string
}

/** Checks the caller's rights once more: Discord may have been asked since, and the rights may have been removed. */
async function demandStillAllowed(ctx: Press, act: MemberAct): Promise<void> {
  const actor = await currentMember(ctx, ctx.guild, ctx.member.id)
  if (!actor) throw notInServer()
  demandPermissions(actor, memberActEndpoints[act].permissions)
}

/** Returns what a press asks for, in a fixed order and without empty values. */
const askedIn = (wanted: Readonly<Record<string, string | undefined>>) =>
  Object.entries(wanted)
    .map(([name, value]) => [name, value?.trim() ?? ''])
    .filter(([, value]) => value !== '')
    .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))

/**
 * Handles one press: anybody whose page the caller can see may be acted on from it.
 * @param perform carries it out, or finds it done under that key
 * @throws UserError 409 if the key belongs to another press
 */
async function pressed(
  ctx: Press,
  act: MemberAct,
  { key, ...wanted }: { key: string } & Readonly<Record<string, string | undefined>>,
  perform: (whom: Whom, by: OrderedBy) => Promise<string[]>,
): Promise<{ told: string[] }> {
  const { guild, member } = ctx
  const userId = ctx.params['userId'] ?? ''
  const by = {
    source: 'dashboard' as const,
    moderator: { id: member.id, name: member.user.tag },
    // A hash, because it stays with the case and must name nobody once they are forgotten.
    key: hash('sha256', `${member.id} ${act} ${userId} ${key}`, 'base64url'),
    asked: hash('sha256', JSON.stringify([key, askedIn(wanted)]), 'base64url'),
  }
  // After the act, its target may have left, and no longer be visible to the caller.
  if (!caseByKey(ctx, guild.id, by.key)) await ctx.members.show(member, userId)
  const user = await ctx.client.users.fetch(userId)
  await demandStillAllowed(ctx, act)
  const name = guild.members.cache.get(userId)?.displayName ?? user.displayName
  const shown = (sentence: string) => forPage(sentence, userId, name)
  try {
    return { told: (await perform({ user, name }, by)).map(shown) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(error.code, shown(error.message), error.status, error.fields)
  } finally {
    if (act !== 'note') ctx.members.changed(guild.id, userId)
  }
}

/** Reads a duration as typed in a chat. @throws UserError for its field */
function readDuration(typed: string, option: Option): number {
  try {
    return Number(readPlain('duration', typed, option))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError('http.invalid', error.message, 400, { duration: error.message })
  }
}

const sanctioning = async (
  ctx: Press,
  kind: SanctionKind & MemberAct,
  body: Parameters<typeof pressed>[2],
  limits: { durationMs?: number | undefined; deleteMessageSeconds?: number | undefined } = {},
) =>
  pressed(ctx, kind, body, async ({ user: target, name }, by) => {
    const report = await orderSanction(ctx, by, { kind, target, name, reason: body['reason'], ...limits })
    return outcomeSentences(report, onPage(nowFor(ctx, kind)))
  })

/** What is done to somebody on their page. The kernel has already checked permissions and the rules for the command. */
export const memberActRoutes = {
  memberActs: async ctx => ({
    acts: await offeredActs(ctx, ctx.params['userId'] ?? ''),
    reasons: ctx.own.reasonTemplates,
  }),
  warn: ctx => sanctioning(ctx, 'warn', ctx.body),
  timeout: ctx =>
    sanctioning(ctx, 'timeout', ctx.body, { durationMs: readDuration(ctx.body.duration, timeoutDuration) }),
  kick: ctx => sanctioning(ctx, 'kick', ctx.body),
  softban: ctx => sanctioning(ctx, 'softban', ctx.body),
  ban(ctx) {
    const { duration = '', delete: window } = ctx.body
    return sanctioning(ctx, 'ban', ctx.body, {
      durationMs: duration === '' ? undefined : readDuration(duration, banDuration),
      deleteMessageSeconds: window && secondsOf(window),
    })
  },
  untimeout: ctx =>
    pressed(ctx, 'untimeout', ctx.body, async ({ user, name }, by) => {
      const order = { user, name, reason: ctx.body.reason }
      const { told } = await endTimeout(ctx, ctx.member, by, order, onPage(ctx.now()))
      return [told]
    }),
  unban: ctx =>
    pressed(ctx, 'unban', ctx.body, async ({ user }, by) => {
      const order = {
        target: { id: user.id, name: user.tag },
        reason: quickReason(ctx.own.reasonTemplates, ctx.body.reason),
      }
      const { told } = await liftBan(ctx, ctx.guild, by, order, onPage(ctx.now()))
      return [told]
    }),
  note: ctx =>
    pressed(ctx, 'note', ctx.body, ({ user, name }, by) => {
      const target = { id: user.id, name: user.tag }
      return Promise.resolve([keepNote(ctx, by, { target, name, text: ctx.body.text }, onPage(ctx.now()))])
    }),
} satisfies Partial<Routes>
