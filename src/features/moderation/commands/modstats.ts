import { command, option } from '#kernel/feature.ts'
import { colours } from '#kit/notices.ts'
import { inert } from '#kit/template.ts'
import { casesBy } from '../cases/case-search.ts'
import type moderation from '../contract.ts'
import { kindLabel } from '../template.ts'

const dayMs = 24 * 60 * 60_000

export const modstats = command<typeof moderation>()({
  description: 'Counts the cases of a moderator; your own when nobody is named',
  needs: ['ModerateMembers'],
  options: { user: option.user('whose cases to count', { optional: true }) },
  examples: ['', '@wren'],
  run(ctx, { user = ctx.member.user }) {
    const count = (days: number) => casesBy(ctx, ctx.guild.id, user.id, days === 0 ? 0 : ctx.now() - days * dayMs)
    const shown = (counts: ReturnType<typeof count>) =>
      counts.map(({ kind, amount }) => `${kindLabel(kind)}: ${amount}`).join('\n') || 'none'
    return ctx.reply(
      {
        embeds: [
          {
            color: colours.brand,
            title: `Cases by ${inert(user.displayName)}`,
            fields: [
              { name: 'Last 7 days', value: shown(count(7)), inline: true },
              { name: 'Last 30 days', value: shown(count(30)), inline: true },
              { name: 'In total', value: shown(count(0)), inline: true },
            ],
          },
        ],
      },
      { ephemeral: true },
    )
  },
})
