import { command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import type antinuke from '../contract.ts'
import { endPanic, startPanic } from '../panic/panic.ts'
import { alone } from './author.ts'

/** Not asked about first: it is needed in a hurry, and is taken back as fast. */
export const panic = command<typeof antinuke>()({
  description: 'Shuts the server at once, or opens it again exactly as it was',
  needs: ['antinuke.edit'],
  always: true,
  options: {
    off: option.choice('off to open it again', ['off'], { optional: true }),
    reason: option.rest('why', { optional: true, max: 300 }),
  },
  examples: ['', 'somebody has an administrator account', 'off'],
  run(ctx, { off, reason }) {
    const dashboard = `\`${ctx.prefix}antinuke panic off\``
    if (off === 'off') {
      endPanic(ctx, ctx.guild.id, ctx.member)
      return ctx.reply(success('Opening the server again. What somebody has changed since stays.'), alone)
    }
    startPanic(ctx, ctx.guild.id, ctx.member, reason)
    return ctx.reply(
      success(
        `Shutting the server: invites and direct messages pause, roles lose their power unless extra owners or whitelisted people hold them, and members can no longer write. ${dashboard} opens it again.`,
      ),
      alone,
    )
  },
})
