import { command, option } from '#kernel/feature.ts'
import { isMomentAlone, lengthAlone } from '#kit/duration.ts'
import { UserError } from '#kit/errors.ts'
import { success } from '#kit/notices.ts'
import type antinuke from '../contract.ts'
import { endPanic, panicState, startPanic } from '../panic/panic.ts'
import { ephemeral } from './author.ts'

/** Words that open the server again when they are the whole reason. */
const ends: ReadonlySet<string> = new Set(['end', 'stop'])
/**
 * Words that are no reason when they are the whole reason: they are meant to open the server or to look, or are
 * mistyped. Nothing is locked because of them.
 */
const noReasons: ReadonlySet<string> = new Set(
  'of offf on open over done undo cancel reset resume unlock lift disable status state show info list help'.split(' '),
)
const stands = { off: 'open', starting: 'being locked down', on: 'locked down', ending: 'being opened' } as const

/** There is no question first: it is needed in a hurry, and can be taken back as quickly. */
export const panic = command<typeof antinuke>()({
  description: 'Locks the server down at once, or opens it again exactly as it was',
  needs: ['antinuke.edit'],
  always: true,
  options: {
    off: option.choice('off to open it again', ['off'], { optional: true }),
    reason: option.rest('why', {
      optional: true,
      max: 300,
      mistaken: (text: string) =>
        isMomentAlone(text) || (/^(?:in|after)\b/iu.test(text) && lengthAlone(text) !== undefined)
          ? 'says when, and this is done at once.'
          : undefined,
    }),
  },
  examples: ['', 'somebody has an administrator account', 'off'],
  run(ctx, { off, reason }) {
    const reopens = `\`${ctx.written('antinuke panic off')}\``
    const word =
      reason
        ?.trim()
        .toLowerCase()
        .replace(/[.!?]+$/, '') ?? ''
    if (off === undefined && noReasons.has(word))
      throw new UserError(
        'command.usage',
        `I did nothing: the server is ${stands[panicState(ctx, ctx.guild.id)]}. ${reopens} opens it; \`${ctx.written('antinuke panic')}\` locks it down.`,
      )
    if (off === 'off' || ends.has(word)) {
      endPanic(ctx, ctx.guild.id, ctx.member)
      return ctx.reply(success('Opening the server again. What somebody has changed since stays.'), ephemeral)
    }
    startPanic(ctx, ctx.guild.id, ctx.member, reason)
    return ctx.reply(
      success(
        `Locking the server down: invites and direct messages pause, roles lose their power unless extra owners or whitelisted people hold them, and members can no longer write. ${reopens} opens it again.`,
      ),
      ephemeral,
    )
  },
})
