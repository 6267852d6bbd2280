import { z } from 'zod'
import { inviteBoard } from '#features/invites/public.ts'
import { reputationBoard } from '#features/reputation/public.ts'
import { moduleOff } from '#kernel/commands/run.ts'
import { UserError } from '#kit/errors.ts'
import { switchedOn } from '#kernel/events/events.ts'
import { command, component, type Context, option } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { prefixOf } from '#kernel/commands/prefix.ts'
import { cut, inert, messageLimits } from '#kit/template.ts'
import { pageButtons } from '#kit/paging.ts'
import { formatCount, formatNumber } from '#kit/numbers.ts'
import { xpBoard } from './ranking.ts'
import leveling from '../contract.ts'
import { levelProgress } from '../curve.ts'

type Here = Context<typeof leveling>
const pageSize = 10
const kinds = ['xp', 'invite', 'rep'] as const
type Kind = (typeof kinds)[number]

interface Page {
  lines: string[]
  total: number
}

/** Each leaderboard: its module, its title, and how to read a page. Members are mentioned, but pinging is disabled. */
const boards: Record<Kind, { module: string; title: string; read(ctx: Here, offset: number): Page }> = {
  xp: {
    module: leveling.name,
    title: 'XP leaderboard',
    read(ctx, offset) {
      const { rows, total } = xpBoard(ctx, ctx.guild.id, { limit: pageSize, offset })
      const lines = rows.map(({ userId, total: all }) => {
        const { level, xp } = levelProgress(all)
        return `<@${userId}>: level ${formatNumber(level)}, ${formatNumber(xp)} XP`
      })
      return { lines, total }
    },
  },
  invite: {
    module: 'invites',
    title: 'Invite leaderboard',
    read({ db, guild }, offset) {
      const { rows, total } = inviteBoard(db, guild.id, { limit: pageSize, offset })
      return { lines: rows.map(row => `<@${row.userId}>: ${formatCount(row.effective, 'invite')}`), total }
    },
  },
  rep: {
    module: 'reputation',
    title: 'Reputation leaderboard',
    read({ db, guild }, offset) {
      const { rows, total } = reputationBoard(db, guild.id, { limit: pageSize, offset })
      return { lines: rows.map(row => `<@${row.userId}>: ${formatCount(row.received, 'point')}`), total }
    },
  },
}

/** @throws UserError if the board's own module is off: reputation is shown even while levels are off */
function demandModule(ctx: Here, kind: Kind): void {
  const feature = ctx.features.find(({ contract }) => contract.name === boards[kind].module)
  if (feature && switchedOn(ctx, feature, ctx.guild.id)) return
  const { title, name } = feature?.contract ?? { title: boards[kind].title, name: boards[kind].module }
  throw new UserError('command.off', moduleOff(title, `${prefixOf(ctx, ctx.guild.id)}config ${name} on`))
}

/** The values in the buttons' custom ids. */
const turn = z.object({ kind: z.enum(kinds), page: z.coerce.number().int() })

/** @throws UserError when the board's module is off or nobody is on it */
function boardMessage(ctx: Here, caller: string, kind: Kind, wanted: number) {
  demandModule(ctx, kind)
  const { title, read } = boards[kind]
  const { total } = read(ctx, 0)
  if (total === 0)
    throw new UserError('leveling.empty-board', `Nobody is on the ${kind === 'xp' ? title : title.toLowerCase()} yet.`)
  const pages = Math.ceil(total / pageSize)
  const page = Math.min(Math.max(0, wanted), pages - 1)
  const { lines } = read(ctx, page * pageSize)
  const description = lines.map((line, index) => `**${formatNumber(page * pageSize + index + 1)}.** ${line}`).join('\n')
  const icon = ctx.guild.iconURL()
  const idOf = (to: number): string => leaderboardPage.id({ kind, page: to }, caller)
  return {
    embeds: [
      {
        color: colours.brand,
        author: {
          name: cut(`${title} of ${inert(ctx.guild.name)}`, messageLimits.author),
          ...(icon !== null && { icon_url: icon }),
        },
        description,
        footer: { text: `Page ${page + 1} of ${pages} · ${formatCount(total, 'member')}` },
      },
    ],
    components: pages > 1 ? [pageButtons(page, pages, idOf)] : [],
  }
}

export const leaderboard = command<typeof leveling>()({
  description: 'Shows who is first by XP, invites or reputation',
  aliases: ['lb', 'top', 'levels'],
  options: {
    board: option.choice('which leaderboard; XP when left out', kinds, { optional: true }),
    page: option.integer('which page', { optional: true, min: 1, max: 1_000_000 }),
  },
  cooldown: 5,
  always: true,
  botNeeds: ['EmbedLinks'],
  examples: ['xp', 'rep 2'],
  run: (ctx, { board = 'xp', page = 1 }) => ctx.reply(boardMessage(ctx, ctx.member.id, board, page - 1)),
})

export const leaderboardPage = component(leveling, 'leaderboardPage', {
  kind: 'button',
  pressedBy: 'caller',
  needs: [],
  ack: 'update',
  data: turn,
  always: true,
  run: (ctx, { kind, page }) => ctx.answer(boardMessage(ctx, ctx.member.id, kind, page)),
})
