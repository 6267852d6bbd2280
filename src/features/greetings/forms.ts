import type { Settings } from '#contract'
import { UserError } from '#kit/errors.ts'
import type { Author, Context, Patch } from '#kernel/feature.ts'
import greetings, { greetingOf, type Kind } from './contract.ts'

type Reading = Context<typeof greetings>
type Writing = Reading & { author: Author }
type Changes = Patch<typeof greetings>

/**
 * What a posted form changes. With a message, its type or its channel it is the whole section, which is on then; with
 * parts of the embed alone it leaves on and off as they are.
 * @throws UserError when the section would be on without a channel
 */
function changesOf(own: Settings<typeof greetings>, kind: Kind, posted: Changes): Changes {
  const whole = [`${kind}_channel`, `${kind}_content`, `${kind}_type`].some(key => key in posted)
  const enabled = whole || own[`${kind}_enabled`]
  const channel = `${kind}_channel` in posted ? posted[`${kind}_channel`] : own[`${kind}_channel`]
  if (enabled && channel === null) {
    const sentence = 'Please select a channel'
    throw new UserError('greetings.channel', sentence, 400, { [`${kind}_channel`]: sentence })
  }
  return { ...posted, [`${kind}_enabled`]: enabled }
}

const write = (kind: Kind) => (ctx: Writing, posted: Changes) => {
  ctx.save(changesOf(ctx.own, kind, posted), ctx.author)
}

const off = (kind: Kind) => ({
  read: () => ({}),
  write(ctx: Writing) {
    ctx.save({ [`${kind}_enabled`]: false }, ctx.author)
  },
})

export const forms = {
  welcome: {
    read: ({ own }: Reading) => ({ welcome: { ...greetingOf(own, 'welcome'), ping: own.welcome_ping } }),
    write: write('welcome'),
  },
  farewell: {
    read: ({ own }: Reading) => ({ farewell: greetingOf(own, 'farewell') }),
    write: write('farewell'),
  },
  welcomeOff: off('welcome'),
  farewellOff: off('farewell'),
}
